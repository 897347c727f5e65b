# /// note
# title.en = "What a leaf may do and a result may not"
# title.zh = "叶子张量能做、计算结果不能做的事"
# device = "any"
# ///
import copy
import torch

def outcome(call):
    leaf = torch.ones(2, requires_grad=True)
    result = leaf * 2
    ints, floats = torch.tensor([1, 2]), torch.tensor([1.0, 2.0])
    try:
        return f"requires_grad = {eval(call).requires_grad}"
    except RuntimeError as error:
        return str(error).partition(". ")[0]

report = {call: outcome(call) for call in (
    "leaf.requires_grad_(False)",
    "result.requires_grad_(False)",
    "result.detach()",
    "result.detach_()",
    "copy.deepcopy(leaf)",
    "copy.deepcopy(result)",
    "leaf.add_(1)",
    "ints.requires_grad_()",
    "floats.requires_grad_()",
)}
[{"call": call, "outcome": said} for call, said in report.items()]

assert report["floats.requires_grad_()"] == "requires_grad = True"
assert report["leaf.requires_grad_(False)"] == "requires_grad = False"
assert "flags of leaf variables" in report["result.requires_grad_(False)"]
assert report["result.detach()"] == report["result.detach_()"] == "requires_grad = False"
assert report["copy.deepcopy(leaf)"] == "requires_grad = True"
assert "(graph leaves) support the deepcopy protocol" in report["copy.deepcopy(result)"]
