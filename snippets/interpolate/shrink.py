# /// note
# title.en = "Stripes, made smaller"
# title.zh = "把条纹缩小"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.nn import functional as F

stripes = torch.arange(60).remainder(2).float().expand(1, 1, 20, 60)
calls = {
    "bilinear": dict(mode="bilinear"),
    "bilinear, antialias=True": dict(mode="bilinear", antialias=True),
    "area": dict(mode="area"),
}
results = {name: F.interpolate(stripes, (7, 21), **options)[0, 0]
           for name, options in calls.items()}

fig, axes = plt.subplots(1, 4, figsize=(7.5, 1.4), layout="constrained")
for ax, (name, result) in zip(axes, {"stripes": stripes[0, 0], **results}.items()):
    ax.imshow(result, vmin=0, vmax=1, cmap="gray")
    ax.set_title(name, fontsize=8)
    ax.set(xticks=[], yticks=[])
plt.show()

# en: their mean is 0.5, and grey is what should be left of them
# zh: 条纹的平均值是 0.5，缩小后应该只剩灰色
spread = {name: result.std().item() for name, result in results.items()}
[{"call": name, "std": round(value, 3)} for name, value in spread.items()]
assert spread["bilinear, antialias=True"] < 0.1 < 0.25 < spread["bilinear"]
