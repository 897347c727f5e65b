# /// note
# title.en = "The numbering under CUDA_VISIBLE_DEVICES=2,3"
# title.zh = "CUDA_VISIBLE_DEVICES=2,3 时的编号"
# device = "cpu"
# ///
import os

import matplotlib.pyplot as plt
import torch

os.environ["CUDA_VISIBLE_DEVICES"] = "2,3"
visible = torch.cuda._parse_visible_devices()

fig, ax = plt.subplots(figsize=(6, 1.8))
for physical in range(4):
    seen = physical in visible
    ax.text(physical, 1, f"GPU {physical}", ha="center", alpha=1 if seen else 0.3,
            bbox={"boxstyle": "square,pad=0.5",
                  "facecolor": "C0" if seen else "white", "alpha": 0.3});
for logical, physical in enumerate(visible):
    ax.annotate(f"cuda:{logical}", (physical, 0.85), (logical + 2, 0), ha="center",
                arrowprops={"arrowstyle": "<-"});
ax.set(xlim=(-0.6, 3.6), ylim=(-0.2, 1.4));
ax.axis("off");
plt.show()

assert dict(enumerate(visible)) == {0: 2, 1: 3}
