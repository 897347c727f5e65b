# /// note
# title.en = "The same answer, in the form each loss wants"
# title.zh = "同一个答案，每种损失要的形式"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

scores = torch.tensor([[2.0, 0.5, -1.0], [0.1, 0.2, 3.0]])
label = torch.tensor([0, 2])
onehot = F.one_hot(label, 3).float()
binary = torch.tensor([1, 0])

def outcome(call):
    try:
        return f"{call().item():.4f}"
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error)[:90]}"

log_p = scores.log_softmax(1)
z = scores[:, 0]
bce, bce_with_logits = F.binary_cross_entropy, F.binary_cross_entropy_with_logits
calls = {
    "cross_entropy(scores, label)": lambda: F.cross_entropy(scores, label),
    "cross_entropy(scores, onehot)": lambda: F.cross_entropy(scores, onehot),
    "cross_entropy(scores, label.float())": lambda: F.cross_entropy(scores, label.float()),
    "nll_loss(log_p, label)": lambda: F.nll_loss(log_p, label),
    "nll_loss(log_p, onehot)": lambda: F.nll_loss(log_p, onehot),
    "kl_div(log_p, onehot)": lambda: F.kl_div(log_p, onehot, reduction="batchmean"),
    "bce_with_logits(z, binary.float())": lambda: bce_with_logits(z, binary.float()),
    "bce_with_logits(z, binary)": lambda: bce_with_logits(z, binary),
    "bce(z.sigmoid(), binary)": lambda: bce(z.sigmoid(), binary),
    "bce_with_logits(scores, onehot)": lambda: bce_with_logits(scores, onehot),
    "bce_with_logits(scores, label.float())": lambda: bce_with_logits(scores, label.float()),
}
results = {call: outcome(function) for call, function in calls.items()}
[{"call": call, "outcome": result} for call, result in results.items()]

values = list(results.values())
assert values[0] == values[1] == values[3] == values[5]
assert all("Error" in values[i] for i in (2, 4, 7, 8, 10))
assert not any("Error" in values[i] for i in (6, 9))
