# /// note
# title.en = "uniform_ and normal_: 10 000 values each"
# title.zh = "uniform_ 与 normal_：各 10 000 个值"
# device = "cpu"
# ///
import math

import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0);
uniform = nn.init.uniform_(torch.empty(100, 100), a=-1.0, b=2.0)
normal = nn.init.normal_(torch.empty(100, 100), mean=2.0, std=3.0)

fig, (left, right) = plt.subplots(1, 2, figsize=(6, 2.4), layout="constrained")
left.hist(uniform.flatten(), bins=30, density=True);
left.plot([-1, -1, 2, 2], [0, 1 / 3, 1 / 3, 0]);
left.set_title("uniform_(w, a=-1, b=2)", fontsize=9);
right.hist(normal.flatten(), bins=30, density=True);
t = torch.linspace(-8, 12, 100)
right.plot(t, torch.exp(-((t - 2) / 3) ** 2 / 2) / (3 * math.sqrt(2 * math.pi)));
right.set_title("normal_(w, mean=2, std=3)", fontsize=9);
plt.show()

assert uniform.min() >= -1 and uniform.max() < 2
assert abs(uniform.mean() - 0.5) < 0.05 and abs(uniform.std() - 3 / math.sqrt(12)) < 0.02
assert abs(normal.mean() - 2) < 0.1
assert abs(normal.std() - 3) < 0.1
assert abs(normal.var() - 9) < 0.5
