# /// note
# title.en = "Six printed matrices, against their limits"
# title.zh = "六个打印出来的矩阵，对照各自的范围"
# device = "cpu"
# ///
import math

import matplotlib.pyplot as plt
import torch

printed = {
    "uniform_": ([0.0578, 0.3402, 0.5034, 0.7865, 0.7280, 0.6269], 1),
    "normal_": ([0.3326, 0.0171, -0.6745, 0.1669, 0.1747, 0.0472], 3),
    "xavier_uniform_": ([1.3374, 0.7932, -0.0891, -1.3363, -0.0206, -0.9346],
                        math.sqrt(2 * 6 / 5)),
    "xavier_normal_": ([-0.1777, 0.6740, 0.1139, 0.3018, -0.2443, 0.6824],
                       3 * math.sqrt(2 / 5)),
    "kaiming_uniform_": ([0.6426, -0.9582, -1.1783, -0.0515, -0.4975, 1.3237],
                         math.sqrt(2 * 3 / 3)),
    "kaiming_normal_": ([0.2530, -0.4382, 1.5995, 0.0544, 1.6392, -2.0752],
                        3 * math.sqrt(2 / 2)),
}
fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for position, (name, (values, limit)) in enumerate(printed.items()):
    ax.hlines(position, -limit if name != "uniform_" else 0, limit, colors="0.8", linewidth=8)
    ax.plot(values, [position] * 6, "o", markersize=4)
ax.set_yticks(range(6), printed, fontsize=8);
plt.show()
assert all(max(map(abs, values)) < limit for values, limit in printed.values())
assert min(printed["uniform_"][0]) >= 0

rows = torch.tensor([[0.5786, -0.5642, -0.5890], [-0.7517, -0.0886, -0.6536]])
rows @ rows.T
assert torch.allclose(rows @ rows.T, torch.eye(2), atol=1e-3)

# en: sparse_: three values printed as -0.0003, 0.0020 and -0.0018; how likely with std 0.01?
# zh: sparse_：打印的三个值是 -0.0003、0.0020、-0.0018；标准差为 0.01 时，可能性有多大？
normal = torch.distributions.Normal(0.0, 0.01)
chance = (2 * normal.cdf(torch.tensor(0.00196)) - 1).item() ** 3
chance
assert chance < 0.005
