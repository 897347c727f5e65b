# /// note
# title.en = "Eleven optimizers and a weight without gradient"
# title.zh = "十一种优化器，遇到没有梯度的权重"
# device = "cpu"
# ///
import torch
from torch import nn

names = ("SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Adadelta", "Adagrad",
         "Adafactor", "RMSprop", "ASGD")

def step(name):
    frozen, trained = nn.Parameter(torch.ones(2, 2)), nn.Parameter(torch.ones(2, 2))
    frozen.requires_grad_(False)
    optimizer = getattr(torch.optim, name)([frozen, trained], weight_decay=0.1)
    trained.grad = torch.ones(2, 2)
    optimizer.step()
    moved = [not torch.equal(p, torch.ones(2, 2)) for p in (frozen, trained)]
    return {"optimizer": name, "frozen moved": moved[0], "trained moved": moved[1]}

rows = [step(name) for name in names]
rows
assert not any(row["frozen moved"] for row in rows)
assert all(row["trained moved"] for row in rows)

# en: with nothing left to train the filter does help: it fails at once
# zh: 什么都不剩时，过滤倒是有用：当场报错
model = nn.Linear(2, 2).requires_grad_(False)
try:
    torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
