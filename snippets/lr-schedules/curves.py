# /// note
# title.en = "Eight schedules, thirty epochs"
# title.zh = "八种调度器，三十个 epoch"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.optim import lr_scheduler as S

schedules = {
    "StepLR(10)": lambda o: S.StepLR(o, step_size=10, gamma=0.1),
    "MultiStepLR([5, 20])": lambda o: S.MultiStepLR(o, milestones=[5, 20], gamma=0.3),
    "ExponentialLR(0.9)": lambda o: S.ExponentialLR(o, gamma=0.9),
    "LambdaLR 1/(e+1)": lambda o: S.LambdaLR(o, lambda epoch: 1 / (epoch + 1)),
    "CosineAnnealingLR(15)": lambda o: S.CosineAnnealingLR(o, T_max=15),
    "WarmRestarts(10)": lambda o: S.CosineAnnealingWarmRestarts(o, T_0=10),
    "OneCycleLR": lambda o: S.OneCycleLR(o, max_lr=1.0, total_steps=31),
    "ReduceLROnPlateau": lambda o: S.ReduceLROnPlateau(o, factor=0.5, patience=3),
}
loss = [max(1 - 0.1 * epoch, 0.3) for epoch in range(30)]

def curve(make):
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    scheduler, rates = make(optimizer), []
    for epoch in range(30):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        scheduler.step(*[loss[epoch]] * isinstance(scheduler, S.ReduceLROnPlateau))
    return rates

curves = {name: curve(make) for name, make in schedules.items()}
fig, axes = plt.subplots(2, 4, figsize=(8, 3.2), sharex=True, sharey=True, layout="constrained")
for ax, (name, rates) in zip(axes.flat, curves.items()):
    ax.step(range(30), rates, where="post")
    ax.set_title(name, fontsize=8)
plt.show()

assert [e for e in range(1, 30) if curves["StepLR(10)"][e] < curves["StepLR(10)"][e - 1]] == [10, 20]
assert curves["CosineAnnealingLR(15)"][15] < 1e-6 and curves["CosineAnnealingLR(15)"][29] > 0.98
assert curves["WarmRestarts(10)"][10] == curves["WarmRestarts(10)"][20] == 1.0
assert curves["ReduceLROnPlateau"][11] == 1.0 and curves["ReduceLROnPlateau"][12] == 0.5
