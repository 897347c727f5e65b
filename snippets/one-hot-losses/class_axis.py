# /// note
# title.en = "The classes are axis 1"
# title.zh = "类别在第 1 维"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

torch.manual_seed(0);
words, tags = torch.randn(2, 5, 3), torch.randint(3, (2, 5))
pixels, mask = torch.randn(2, 3, 4, 4), torch.randint(3, (2, 4, 4))

def outcome(call):
    try:
        return f"{call().item():.4f}"
    except (IndexError, RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

calls = {
    "words (2, 5, 3), tags (2, 5)": lambda: F.cross_entropy(words, tags),
    "words.transpose(1, 2), tags": lambda: F.cross_entropy(words.transpose(1, 2), tags),
    "words.flatten(0, 1), tags.flatten()":
        lambda: F.cross_entropy(words.flatten(0, 1), tags.flatten()),
    "pixels (2, 3, 4, 4), mask (2, 4, 4)": lambda: F.cross_entropy(pixels, mask),
    "pixels, mask[:, None]": lambda: F.cross_entropy(pixels, mask[:, None]),
    "4 rows, 3 labels": lambda: F.cross_entropy(torch.zeros(4, 3), torch.tensor([0, 1, 2])),
    "label 3 of 3 classes": lambda: F.cross_entropy(torch.zeros(1, 3), torch.tensor([3])),
    "every label ignored":
        lambda: F.cross_entropy(torch.zeros(2, 3), torch.tensor([-100, -100])),
}
results = {call: outcome(function) for call, function in calls.items()}
[{"call": call, "outcome": result} for call, result in results.items()]

values = list(results.values())
assert values[1] == values[2] and "Error" not in values[1] and "Error" not in values[3]
assert all("Error" in values[i] for i in (0, 4, 5, 6))
assert values[7] == "nan"
