# /// note
# title.en = "Which network gets a gradient?"
# title.zh = "哪个网络得到了梯度？"
# device = "any"
# ///
import torch
from torch import nn

def gradients(discriminate):
    torch.manual_seed(0)
    G, D = nn.Linear(1, 1), nn.Linear(1, 1)
    discriminate(G, D, torch.ones(4, 1)).mean().backward()
    return {"G": G.weight.grad is not None, "D": D.weight.grad is not None}

def with_no_grad(G, D, z):
    with torch.no_grad():
        fake = G(z)
    return D(fake)

calls = {
    "D(G(z))": lambda G, D, z: D(G(z)),
    "D(G(z).detach())": lambda G, D, z: D(G(z).detach()),
    "with no_grad(): fake = G(z)": with_no_grad,
}
rows = [{"code": code, **gradients(call)} for code, call in calls.items()]
rows
assert [row["G"] for row in rows] == [True, False, False]
assert all(row["D"] for row in rows)
