# /// note
# title.en = "Three bad epochs, then a cut"
# title.zh = "连续三次没有改善，就降一次"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

def follow(metrics, **options):
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    scheduler, rates = ReduceLROnPlateau(optimizer, factor=0.1, **options), []
    for metric in metrics:
        optimizer.step()
        scheduler.step(metric)
        rates.append(round(optimizer.param_groups[0]["lr"], 6))
    return rates

loss = [5, 4, 3, 3, 3, 3, 3, 3, 3, 2, 2]
rates = follow(loss, patience=2)

fig, (top, bottom) = plt.subplots(2, 1, figsize=(6, 3), sharex=True)
top.plot(loss, "o-");
top.set(ylabel="loss");
bottom.step(range(len(loss)), rates, where="post");
bottom.set(ylabel="lr", xlabel="epoch", yscale="log");
plt.show()

assert rates == [1, 1, 1, 1, 1, 0.1, 0.1, 0.1, 0.01, 0.01, 0.01]

accuracy = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
assert follow(accuracy, patience=1, mode="max")[-1] == 1.0
assert follow(accuracy, patience=1)[-1] == 0.01
