# /// note
# title.en = "and, &, and what binds tighter"
# title.zh = "and、&，以及谁的优先级更高"
# device = "any"
# ///
import torch
from torch import nn

x = torch.tensor([1, 5, 9])
y = torch.tensor([2, 5, 7])
mask = x > 4
others = [torch.tensor([3, 4, 5]), x]

def outcome(call):
    try:
        return str(eval(call))
    except RuntimeError as error:
        return f"RuntimeError: {error}"

report = {call: outcome(call) for call in (
    "(x > 2) and (x < 8)", "2 < x < 8", "x > 2 & x < 8", "(x > 2) & (x < 8)",
    "not mask", "1 - mask", "~mask", "~mask.int()",
    "max(x, y)", "torch.maximum(x, y)",
    "5 in x", "x in others", "any(t is x for t in others)", "nn.MSELoss(x, y)")}
[{"call": call, "outcome": said} for call, said in report.items()]

ambiguous = "RuntimeError: Boolean value of Tensor with more than one value is ambiguous"
asked = ("(x > 2) and (x < 8)", "2 < x < 8", "x > 2 & x < 8", "not mask", "max(x, y)", "x in others",
         "nn.MSELoss(x, y)")
assert all(report[call] == ambiguous for call in asked)
assert eval("(x > 2) & (x < 8)").tolist() == [False, True, False]
assert report["1 - mask"].startswith("RuntimeError: Subtraction, the `-` operator, with a bool tensor")
assert (~mask).tolist() == [True, False, False] and (~mask.int()).tolist() == [-1, -2, -2]
assert report["5 in x"] == report["any(t is x for t in others)"] == "True"
