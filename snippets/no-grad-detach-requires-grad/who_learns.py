# /// note
# title.en = "Exclude the middle of three layers, three ways"
# title.zh = "三层网络，用三种办法排除中间一层"
# device = "any"
# ///
import torch
from torch import nn

def who_learns(how):
    torch.manual_seed(0)
    front, middle, head = nn.Linear(2, 3), nn.Linear(3, 3), nn.Linear(3, 1)
    h = front(torch.randn(4, 2))
    if how == "requires_grad_(False)":
        middle.requires_grad_(False)
        h = middle(h)
    elif how == "detach()":
        h = middle(h).detach()
    elif how == "no_grad()":
        with torch.no_grad():
            h = middle(h)
    else:
        h = middle(h)
    loss = head(h).sum()
    loss.backward()
    layers = {"front": front, "middle": middle, "head": head}
    return {"middle excluded by": how, **{k: v.weight.grad is not None for k, v in layers.items()}}

table = [who_learns(how) for how in ("nothing", "requires_grad_(False)", "detach()", "no_grad()")]
table

gets = [(row["front"], row["middle"], row["head"]) for row in table]
assert gets == [(True, True, True), (True, False, True), (False, False, True), (False, False, True)]
