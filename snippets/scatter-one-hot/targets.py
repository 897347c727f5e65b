# /// note
# title.en = "Which loss wants which target"
# title.zh = "哪种损失要哪种目标"
# device = "cpu"
# ///
import warnings

import torch
from torch.nn import functional as F

logits, y = torch.randn(3, 3), torch.tensor([0, 2, 1])
onehot = F.one_hot(y, 3)

def outcome(loss, target):
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            value = loss(logits, target).item()
        return f"{value:.4f}" + " + UserWarning" * len(caught)
    except RuntimeError as error:
        return str(error)

forms = {
    "indices": y,
    "indices, int32": y.int(),
    "indices, float": y.float(),
    "indices (N, 1)": y[:, None],
    "one-hot, int64": onehot,
    "one-hot, float": onehot.float(),
}
ce = {name: outcome(F.cross_entropy, target) for name, target in forms.items()}
mse = {name: outcome(F.mse_loss, target) for name, target in forms.items()}
[{"target": name, "cross_entropy": ce[name], "mse_loss": mse[name]} for name in forms]

picked = -logits.log_softmax(1)[torch.arange(3), y].mean()
assert torch.allclose(F.cross_entropy(logits, y), picked)
assert ce["indices"] == ce["one-hot, float"]
assert ce["one-hot, int64"] == "Expected floating point type for target with class probabilities, got Long"
assert mse["one-hot, int64"] == mse["one-hot, float"] != mse["indices"]
assert mse["indices"].endswith("UserWarning")

F.mse_loss(logits.requires_grad_(), onehot).backward()
assert logits.grad is not None
assert "must match the size of tensor b (2)" in outcome(F.mse_loss, torch.zeros(2))
