# /// note
# title.en = "The same gradient, clipped four ways"
# title.zh = "同一个梯度，四种裁剪"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

def clipped(how):
    p = nn.Parameter(torch.zeros(2))
    p.grad = torch.tensor([3.0, 4.0])
    how(p)
    return p.grad

inf = float("inf")
arrows = {
    "grad": clipped(lambda p: None),
    "norm_type=1": clipped(lambda p: nn.utils.clip_grad_norm_(p, 2.0, norm_type=1)),
    "norm_type=2": clipped(lambda p: nn.utils.clip_grad_norm_(p, 2.0)),
    "norm_type=inf": clipped(lambda p: nn.utils.clip_grad_norm_(p, 2.0, norm_type=inf)),
    "clip_grad_value_": clipped(lambda p: nn.utils.clip_grad_value_(p, 2.0)),
}
fig, axes = plt.subplots(1, 5, figsize=(8, 2), layout="constrained", sharex=True, sharey=True)
for ax, (name, arrow) in zip(axes, arrows.items()):
    ax.quiver(0, 0, *arrow.tolist(), angles="xy", scale_units="xy", scale=1, width=0.03)
    ax.plot([0, 3], [0, 4], ":", color="0.6")
    ax.set_title(name, fontsize=8)
    ax.set(xlim=(0, 4.2), ylim=(0, 4.2), aspect="equal")
plt.show()

lengths = {norm: nn.utils.get_total_norm([torch.tensor([3.0, 4.0])], norm).item()
           for norm in (1, 2, inf)}
lengths
assert list(lengths.values()) == [7, 5, 4]
ratio = {name: (arrow[1] / arrow[0]).item() for name, arrow in arrows.items()}
assert all(abs(ratio[name] - 4 / 3) < 1e-5 for name in list(arrows)[:4])
assert ratio["clip_grad_value_"] == 1
