# /// note
# title.en = "The scheduler last"
# title.zh = "调度器在后"
# device = "any"
# ///
import torch

w = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([w], lr=1.0)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.1)

used = []
for epoch in range(2):
    optimizer.step()
    used.append(optimizer.param_groups[0]["lr"])
    scheduler.step()

used
assert used == [1.0, 0.1]
