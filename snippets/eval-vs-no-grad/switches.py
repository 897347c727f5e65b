# /// note
# title.en = "Two switches, four positions"
# title.zh = "两个开关，四种组合"
# device = "any"
# ///
import torch
from torch import nn

x = torch.randn(16, 3) + 2

def observe(mode, grad):
    net = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Dropout(0.5))
    getattr(net, mode)()
    with torch.set_grad_enabled(grad):
        first, second = net(x), net(x)
    return {
        "mode": mode,
        "gradients": "on" if grad else "no_grad",
        "dropout drops": bool((first == 0).any()),
        "BN stats move": not torch.equal(net[1].running_mean, torch.zeros(3)),
        "same output twice": torch.equal(first, second),
        "backward() works": first.requires_grad,
    }

table = [observe(mode, grad) for mode in ("train", "eval") for grad in (True, False)]
table

assert all(row["dropout drops"] == (row["mode"] == "train") for row in table)
assert all(row["BN stats move"] == (row["mode"] == "train") for row in table)
assert all(row["same output twice"] == (row["mode"] == "eval") for row in table)
assert all(row["backward() works"] == (row["gradients"] == "on") for row in table)
