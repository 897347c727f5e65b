# /// note
# title.en = "Five epochs, and no learning rate left"
# title.zh = "五轮之后，学习率就没了"
# device = "any"
# ///
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
scheduler = ReduceLROnPlateau(optimizer, patience=0)
for epoch in range(5):
    optimizer.step()
    scheduler.step(epoch)

scheduler.get_last_lr()
assert scheduler.get_last_lr()[0] < 0.1 / 1000
