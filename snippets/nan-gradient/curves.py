# /// note
# title.en = "The slope on both sides of zero"
# title.zh = "零点两侧的斜率"
# device = "any"
# ///
import matplotlib.pyplot as plt
import torch

x = (torch.arange(-20, 61) / 20).requires_grad_()
zero, one = torch.zeros_like(x), torch.ones_like(x)

once = torch.where(x > 0, x.sqrt(), zero)
twice = torch.where(x > 0, torch.where(x > 0, x, one).sqrt(), zero)

fig, axes = plt.subplots(1, 2, figsize=(6, 2.6), sharey=True, layout="constrained")
slopes = []
for ax, (name, y) in zip(axes, {"where": once, "where, where": twice}.items()):
    slopes.append(torch.autograd.grad(y.sum(), x)[0])
    ax.plot(x.tolist(), y.tolist(), label="y")
    ax.plot(x.tolist(), slopes[-1].tolist(), ".", markersize=3, label="dy/dx")
    ax.set_title(name, fontsize=9)
    ax.set_ylim(-0.3, 3)
axes[1].legend();
plt.show()

assert torch.equal(once, twice)
assert slopes[0][x <= 0].isnan().all() and not slopes[1].isnan().any()
