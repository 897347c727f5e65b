# /// note
# title.en = "The loss goes in, the rate is read out"
# title.zh = "传入 loss，读出学习率"
# device = "any"
# ///
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
scheduler = ReduceLROnPlateau(optimizer, patience=0)
rates = []
for loss in (1.0, 0.5, 0.5):
    optimizer.step()
    scheduler.step(loss)
    rates.append(round(scheduler.get_last_lr()[0], 6))

rates
assert rates == [0.1, 0.1, 0.01]
