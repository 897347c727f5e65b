# /// note
# title.en = "One small picture, six ways"
# title.zh = "一张小图，六种放大方式"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.nn import functional as F

image = torch.eye(4)
image[1, 3] = 1
calls = {
    "image": dict(size=4),
    "nearest": dict(size=16),
    "bilinear": dict(size=16, mode="bilinear"),
    "align_corners=True": dict(size=16, mode="bilinear", align_corners=True),
    "bicubic": dict(size=16, mode="bicubic"),
    "area": dict(size=16, mode="area"),
}
results = {name: F.interpolate(image[None, None], **options)[0, 0]
           for name, options in calls.items()}

fig, axes = plt.subplots(1, 6, figsize=(8, 1.7), layout="constrained")
for ax, (name, result) in zip(axes, results.items()):
    ax.imshow(result, vmin=0, vmax=1, cmap="gray")
    ax.set_title(name, fontsize=8)
    ax.set(xticks=[], yticks=[])
plt.show()

assert 0 <= results["bilinear"].min() and results["bilinear"].max() <= 1
assert results["bicubic"].min() < 0 and results["bicubic"].max() > 1

corners = results["align_corners=True"][::15, ::15]
assert torch.equal(corners, image[::3, ::3])
