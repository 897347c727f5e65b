# /// note
# title.en = "How fast the running mean follows"
# title.zh = "running_mean 跟得有多快"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

batches = torch.randn(100, 8, 1) + 5

def follow(momentum):
    bn, path = nn.BatchNorm1d(1, momentum=momentum), []
    for batch in batches:
        path.append(bn.running_mean.item())
        bn(batch)
    return [*path, bn.running_mean.item()]

paths = {momentum: follow(momentum) for momentum in (0.01, 0.1, 0.5, None)}

fig, ax = plt.subplots(figsize=(6, 3))
for momentum, path in paths.items():
    ax.plot(path, label=f"momentum={momentum}")
ax.axhline(5, color="gray", linestyle=":");
ax.set(xlabel="step", ylabel="running_mean");
ax.legend();
plt.show()

first = batches[0].mean().item()
assert all(abs(paths[m][1] - m * first) < 1e-4 for m in (0.01, 0.1, 0.5))
assert abs(paths[None][-1] - batches.mean()) < 1e-4
