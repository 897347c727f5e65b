# /// note
# title.en = "One epoch of 90 batches"
# title.zh = "一个 epoch，90 个批次"
# device = "any"
# ///
import torch

w = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([w], lr=1.0)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=30, gamma=0.1)
for batch in range(90):
    optimizer.step()
    scheduler.step()

rate = optimizer.param_groups[0]["lr"]
round(rate, 6)
assert abs(rate - 0.001) < 1e-9
