# /// note
# title.en = "kaiming_uniform_ and kaiming_normal_, on their formulas"
# title.zh = "kaiming_uniform_ 与 kaiming_normal_，对照公式"
# device = "cpu"
# ///
import math

import matplotlib.pyplot as plt
import torch
from torch import nn

fan_in, fan_out = 300, 400
bound = math.sqrt(2) * math.sqrt(3 / fan_in)
std = math.sqrt(2) / math.sqrt(fan_out)

torch.manual_seed(0);
uniform = nn.init.kaiming_uniform_(torch.empty(fan_out, fan_in), mode="fan_in",
                                   nonlinearity="relu")
normal = nn.init.kaiming_normal_(torch.empty(fan_out, fan_in), mode="fan_out",
                                 nonlinearity="relu")
linear = nn.Linear(fan_in, fan_out).weight.detach()

fig, axes = plt.subplots(1, 3, figsize=(7, 2.2), layout="constrained", sharex=True)
panels = {"kaiming_uniform_": (uniform, bound), "kaiming_normal_": (normal, std),
          "nn.Linear": (linear, 1 / math.sqrt(fan_in))}
for ax, (title, (values, line)) in zip(axes, panels.items()):
    ax.hist(values.flatten(), bins=60, density=True)
    ax.axvline(-line, color="C1")
    ax.axvline(line, color="C1", label=f"$\\pm${line:.4f}")
    ax.set_title(title, fontsize=9)
    ax.legend(fontsize=7, loc="lower center")
plt.show()

assert 0.999 * bound < uniform.abs().max() <= bound
assert abs(normal.std() / std - 1) < 0.01
assert 0.999 / math.sqrt(fan_in) < linear.abs().max() <= 1 / math.sqrt(fan_in)

def fans(shape):
    std = {mode: nn.init.kaiming_normal_(torch.empty(shape), mode=mode,
                                         nonlinearity="linear").std()
           for mode in ("fan_in", "fan_out")}
    return {"weight": str(shape), "fan_in": round(1 / std["fan_in"].item() ** 2),
            "fan_out": round(1 / std["fan_out"].item() ** 2)}

torch.manual_seed(0);
rows = [fans((400, 300)), fans((80, 40, 3, 3))]
rows
assert abs(rows[1]["fan_in"] - 40 * 9) < 15 and abs(rows[1]["fan_out"] - 80 * 9) < 30

try:
    nn.init.kaiming_normal_(torch.empty(3))
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
