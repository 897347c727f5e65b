# /// note
# title.en = "A frozen BatchNorm that keeps moving"
# title.zh = "冻结了却还在变的 BatchNorm"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

def follow(freeze):
    torch.manual_seed(0)
    model = nn.Sequential(nn.BatchNorm1d(2))
    means = []
    for step in range(30):
        model.train()
        freeze(model[0])
        model(torch.randn(16, 2) + 3)
        means.append(model[0].running_mean[0].item())
    return means

curves = {
    "requires_grad_(False)": follow(lambda bn: bn.requires_grad_(False)),
    "requires_grad_(False).eval()": follow(lambda bn: bn.requires_grad_(False).eval()),
}
fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for name, curve in curves.items():
    ax.plot(curve, label=name)
ax.set(xlabel="step", ylabel="running_mean[0]");
ax.legend(fontsize=8);
plt.show()

assert curves["requires_grad_(False)"][-1] > 2
assert set(curves["requires_grad_(False).eval()"]) == {0.0}
