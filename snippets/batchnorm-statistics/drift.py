# /// note
# title.en = "Shuffled, sorted, and repaired"
# title.zh = "打乱、排序，以及修复"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

by_class = torch.cat([torch.randn(1024, 1), torch.randn(1024, 1) + 10])
shuffled = by_class[torch.randperm(2048)]
truth = by_class.mean().item()

def track(bn, data):
    path = [0.0]
    with torch.no_grad():
        for batch in data.split(32):
            bn(batch)
            path.append(bn.running_mean.item())
    return path

bn = nn.BatchNorm1d(1)
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(good := track(nn.BatchNorm1d(1), shuffled), label="shuffled");
ax.plot(bad := track(bn, by_class), label="sorted by class");

# en: the repair: forget, then average every batch with equal weight
# zh: 修复：先清零，再让每个批次以相同权重参与平均
bn.reset_running_stats()
bn.momentum = None
ax.plot(repaired := track(bn, by_class), "--", label="sorted, momentum=None");

ax.axhline(truth, color="gray", linestyle=":");
ax.set(xlabel="step", ylabel="running_mean");
ax.legend();
plt.show()

assert abs(good[5] - truth) > 1.5 and abs(good[-1] - truth) < 1.5
assert abs(bad[-1] - truth) > 4
assert abs(repaired[-1] - truth) < 1e-3
