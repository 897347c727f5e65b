# /// note
# title.en = "A leaf without a gradient"
# title.zh = "是叶子，却没有梯度"
# device = "any"
# ///
import torch
from torch import nn

def weight_grad(situation):
    torch.manual_seed(0)
    layer, other, x = nn.Linear(2, 1), nn.Linear(2, 1), torch.ones(3, 2)
    if situation == "the layer is frozen":
        layer.requires_grad_(False)
    if situation == "the loss does not use the layer":
        loss = other(x).sum()
    elif situation == "its output was detached":
        loss = other(torch.cat([layer(x).detach(), x[:, :1]], dim=1)).sum()
    else:
        loss = layer(x).sum() + other(x).sum()
    if situation != "backward() was not called":
        loss.backward()
    if situation == "zero_grad() came after":
        layer.zero_grad()
    return layer.weight.grad

situations = ("all is well", "backward() was not called", "the loss does not use the layer",
              "its output was detached", "the layer is frozen", "zero_grad() came after")
rows = [{"situation": s, "weight.grad": str(weight_grad(s))} for s in situations]
rows
assert rows[0]["weight.grad"] != "None"
assert all(row["weight.grad"] == "None" for row in rows[1:])
