# /// note
# title.en = "A ramp of four pixels, stretched to eight"
# title.zh = "四个像素的斜坡，拉伸到八个"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.nn import functional as F

ramp = torch.tensor([[[0.0, 1.0, 2.0, 3.0]]])
calls = {
    "nearest": dict(mode="nearest"),
    "linear": dict(mode="linear"),
    "linear, align_corners=True": dict(mode="linear", align_corners=True),
}
curves = {name: F.interpolate(ramp, 8, **options)[0, 0] for name, options in calls.items()}

fig, ax = plt.subplots(figsize=(6, 2.6), layout="constrained")
for (name, curve), marker in zip(curves.items(), "so^"):
    ax.plot(curve, marker=marker, markersize=5, label=name)
ax.set(xlabel="pixel", yticks=range(4));
ax.legend(fontsize=8);
plt.show()

assert curves["nearest"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
assert curves["linear"].tolist() == [0, 0.25, 0.75, 1.25, 1.75, 2.25, 2.75, 3]
steps = curves["linear, align_corners=True"].diff()
assert torch.allclose(steps, torch.full((7,), 3 / 7))

# en: nearest and nearest-exact part ways when the factor is not a whole number
# zh: 倍数不是整数时，nearest 与 nearest-exact 就不一样了
six = {mode: F.interpolate(ramp, 6, mode=mode)[0, 0].tolist()
       for mode in ("nearest", "nearest-exact")}
[{"mode": mode, "six pixels": str(values)} for mode, values in six.items()]
assert six["nearest"] == [0, 0, 1, 2, 2, 3] and six["nearest-exact"] == [0, 1, 1, 2, 3, 3]
