# /// note
# title.en = "constant_, eye_ and dirac_: nothing random"
# title.zh = "constant_、eye_ 与 dirac_：没有随机"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

constant = nn.init.constant_(torch.empty(2, 3), 0.3)
eye = nn.init.eye_(torch.empty(2, 3))
dirac = nn.init.dirac_(torch.empty(3, 16, 5, 5))

fig, axes = plt.subplots(1, 4, figsize=(7, 1.6), layout="constrained",
                         width_ratios=[1, 1, 3, 1])
panels = {"constant_(w, 0.3)": constant, "eye_(w)": eye,
          "dirac_: w[:, :, 2, 2]": dirac[:, :, 2, 2],
          "w[1, 1]": dirac[1, 1]}
for ax, (title, values) in zip(axes, panels.items()):
    ax.imshow(values, vmin=0, vmax=1, cmap="Blues")
    ax.set_title(title, fontsize=8)
    ax.set(xticks=[], yticks=[])
plt.show()

assert (constant == 0.3).all() and eye.tolist() == [[1, 0, 0], [0, 1, 0]]
assert dirac.nonzero().tolist() == [[0, 0, 2, 2], [1, 1, 2, 2], [2, 2, 2, 2]]

# en: the convolution passes its first three channels through
# zh: 这个卷积让前三个通道原样通过
x = torch.randn(1, 16, 8, 8)
assert torch.equal(nn.functional.conv2d(x, dirac, padding=2), x[:, :3])

grouped = nn.init.dirac_(torch.empty(4, 2, 3), groups=2)
assert grouped.nonzero().tolist() == [[0, 0, 1], [1, 1, 1], [2, 0, 1], [3, 1, 1]]

def error(fill, *shape):
    try:
        fill(torch.empty(*shape))
    except ValueError as error:
        return str(error)

[("eye_, 3 dimensions", error(nn.init.eye_, 2, 2, 2)),
 ("eye_, 1 dimension", error(nn.init.eye_, 3)),
 ("dirac_, 2 dimensions", error(nn.init.dirac_, 3, 16))]
assert error(nn.init.eye_, 2, 2, 2)
assert error(nn.init.eye_, 3)
assert error(nn.init.dirac_, 3, 16)
