# /// note
# title.en = "A skipped step"
# title.zh = "被跳过的一步"
# device = "cpu"
# ///
import torch

w = torch.nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([w], lr=1.0)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.1)
scaler = torch.amp.GradScaler("cpu")

rates = []
for gradient in (float("inf"), 1.0):
    optimizer.zero_grad()
    scaler.scale((w * gradient).sum()).backward()
    scale = scaler.get_scale()
    scaler.step(optimizer)
    scaler.update()
    if scaler.get_scale() >= scale:
        scheduler.step()
    rates.append(optimizer.param_groups[0]["lr"])

rates
assert rates == [1.0, 0.1]
