# /// note
# title.en = "The signal through twenty ReLU layers"
# title.zh = "信号穿过二十层 ReLU"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

fills = {
    "kaiming_normal_": lambda w: nn.init.kaiming_normal_(w, nonlinearity="relu"),
    "xavier_normal_": nn.init.xavier_normal_,
    "nn.Linear": lambda w: w.copy_(nn.Linear(256, 256).weight.detach()),
}

def stds(fill):
    torch.manual_seed(0)
    h, stds = torch.randn(256, 256), []
    for _ in range(20):
        h = torch.relu(h @ fill(torch.empty(256, 256)).T)
        stds.append(h.std().item())
    return stds

curves = {name: stds(fill) for name, fill in fills.items()}
fig, ax = plt.subplots(figsize=(6, 2.6), layout="constrained")
for name, curve in curves.items():
    ax.plot(range(1, 21), curve, "o-", markersize=3, label=name)
ax.set(yscale="log", xlabel="layer", ylabel="std");
ax.legend(fontsize=8);
plt.show()

assert 0.3 < curves["kaiming_normal_"][-1] < 2
assert curves["xavier_normal_"][-1] < 1e-2 and 1e-9 < curves["nn.Linear"][-1] < 1e-7
