# /// note
# title.en = "xavier_uniform_ and xavier_normal_, on their formulas"
# title.zh = "xavier_uniform_ 与 xavier_normal_，对照公式"
# device = "cpu"
# ///
import math

import matplotlib.pyplot as plt
import torch
from torch import nn

fan_in, fan_out = 300, 400
gain = nn.init.calculate_gain("relu")
bound = gain * math.sqrt(6 / (fan_in + fan_out))
std = gain * math.sqrt(2 / (fan_in + fan_out))

torch.manual_seed(0);
uniform = nn.init.xavier_uniform_(torch.empty(fan_out, fan_in), gain=gain)
normal = nn.init.xavier_normal_(torch.empty(fan_out, fan_in), gain=gain)

fig, (left, right) = plt.subplots(1, 2, figsize=(6, 2.4), layout="constrained", sharex=True)
left.hist(uniform.flatten(), bins=60, density=True);
left.vlines([-bound, bound], 0, 6, colors="C1", label=f"$\\pm a = \\pm${bound:.4f}");
left.set_title("xavier_uniform_", fontsize=9);
right.hist(normal.flatten(), bins=60, density=True);
right.vlines([-std, std], 0, 6, colors="C1", label=f"$\\pm\\sigma = \\pm${std:.4f}");
right.set_title("xavier_normal_", fontsize=9);
left.legend(fontsize=7, loc="lower center");
right.legend(fontsize=7, loc="lower center");
plt.show()

assert 0.999 * bound < uniform.abs().max() <= bound
assert abs(normal.std() / std - 1) < 0.01 and abs(uniform.std() / std - 1) < 0.01
