# /// note
# title.en = "Ask every parameter after one step"
# title.zh = "走一步，问遍每个参数"
# device = "cpu"
# ///
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.used = nn.Linear(2, 2)
        self.unused = nn.Linear(2, 2)
        self.frozen = nn.Linear(2, 2).requires_grad_(False)
        self.cut = nn.Linear(2, 2)

    def forward(self, x):
        return self.frozen(self.used(x)) + self.cut(x).detach()

model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
before = {name: p.detach().clone() for name, p in model.named_parameters()}
model(torch.ones(4, 2)).square().sum().backward()
optimizer.step()

rows = []
for name, p in model.named_parameters():
    rows.append({"name": name, "requires_grad": p.requires_grad,
                 "has .grad": p.grad is not None,
                 "moved": not torch.equal(p, before[name])})
rows
assert {row["name"] for row in rows if row["moved"]} == {"used.weight", "used.bias"}
assert [row["name"] for row in rows if row["requires_grad"] and not row["has .grad"]] == [
    "unused.weight", "unused.bias", "cut.weight", "cut.bias"]
