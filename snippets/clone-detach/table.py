# /// note
# title.en = "The copy table, measured"
# title.zh = "复制方式对照表（实测）"
# device = "any"
# ///
import copy
import torch

x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)

def measure(call):
    y = eval(call)
    return {
        "call": call,
        "shares memory": y.untyped_storage().data_ptr() == x.untyped_storage().data_ptr(),
        "in graph": y.grad_fn is not None,
        "requires_grad": y.requires_grad,
        "is_leaf": y.is_leaf,
    }

# en: add a line of your own: x.T, x + 0, x.float(), x.contiguous() …
# zh: 加一行自己的试试：x.T、x + 0、x.float()、x.contiguous()……
table = [measure(call) for call in (
    "x.clone()",
    "x.detach()",
    "x.detach().clone()",
    "x.clone().detach()",
    "x.data",
    "x.view(3, 1)",
    "x[:]",
    "torch.tensor(x)",
    "copy.deepcopy(x)",
)]
table

row = {entry["call"]: entry for entry in table}
snapshot = row["x.detach().clone()"]
assert row["x.clone()"]["in graph"] and not row["x.clone()"]["shares memory"]
assert row["x.detach()"]["shares memory"] and not row["x.detach()"]["in graph"]
assert x.detach() is not x
assert not snapshot["shares memory"] and not snapshot["in graph"]
assert row["x[:]"]["shares memory"] and row["x[:]"]["in graph"]
assert row["copy.deepcopy(x)"]["is_leaf"] and row["copy.deepcopy(x)"]["requires_grad"]
assert row["torch.tensor(x)"] == snapshot | {"call": "torch.tensor(x)"}
assert row["x.clone().detach()"] == snapshot | {"call": "x.clone().detach()"}
