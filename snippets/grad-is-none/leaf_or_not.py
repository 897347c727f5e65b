# /// note
# title.en = "Is it still the tensor you marked?"
# title.zh = "它还是你标记过的那个张量吗？"
# device = "any"
# ///
import torch
from torch import nn

calls = (
    "torch.ones(2, requires_grad=True)",
    "torch.ones(2, requires_grad=True) * 0.1",
    "(torch.ones(2) * 0.1).requires_grad_()",
    "torch.ones(2, requires_grad=True).double()",
    "torch.ones(2, requires_grad=True).float()",
    "torch.ones(2, requires_grad=True).view(2, 1)",
    "nn.Parameter(torch.ones(2) * 0.1)",
)
leaf = {call: eval(call).is_leaf for call in calls}
[{"tensor": call, "is_leaf": kept} for call, kept in leaf.items()]

assert [call for call in calls if not leaf[call]] == [calls[1], calls[3], calls[5]]

try:
    torch.optim.SGD([torch.ones(2, requires_grad=True) * 0.1], lr=0.1)
    refused = ""
except ValueError as error:
    refused = str(error)
    print(refused)
assert refused == "can't optimize a non-leaf Tensor"
