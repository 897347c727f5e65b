# /// note
# title.en = "Two devices, two normalisations"
# title.zh = "两个设备，两种归一化"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.cat([torch.randn(100, 1), torch.randn(100, 1) + 4])
bn = nn.BatchNorm1d(1, affine=False)

# en: the first half on one device, the second on another
# zh: 前一半在一个设备上，后一半在另一个设备上
separate = torch.cat([bn(half) for half in x.chunk(2)])
together = bn(x)

fig, axes = plt.subplots(1, 3, figsize=(8, 2.4), sharey=True, layout="constrained")
for ax, values, name in zip(axes, (x, separate, together), ("x", "BatchNorm", "SyncBatchNorm")):
    ax.hist([half[:, 0].numpy() for half in values.chunk(2)], bins=20, stacked=True)
    ax.set_title(name)
plt.show()

separate_means = [half.mean().item() for half in separate.chunk(2)]
together_means = [half.mean().item() for half in together.chunk(2)]
assert all(abs(mean) < 1e-5 for mean in separate_means)
assert together_means[1] - together_means[0] > 1.5
