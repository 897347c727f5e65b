# /// note
# title.en = "The same mask, given to both"
# title.zh = "同一个掩码，两边各传一次"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.nn import functional as F

size = 4
query = torch.zeros(1, size, size)
value = torch.eye(size)[None]
mask = torch.ones(size, size, dtype=torch.bool).tril()

attention = nn.MultiheadAttention(size, 1, bias=False, batch_first=True)
_, by_module = attention(query, query, query, attn_mask=mask)
by_function = F.scaled_dot_product_attention(query, query, value, attn_mask=mask)

fig, axes = plt.subplots(1, 3, figsize=(6.5, 2), layout="constrained")
panels = {"mask": mask, "MultiheadAttention": by_module[0].detach(),
          "scaled_dot_product_…": by_function[0]}
for ax, (name, weights) in zip(axes, panels.items()):
    ax.imshow(weights, cmap="Blues", vmin=0, vmax=1)
    ax.set_title(name, fontsize=9)
    ax.set(xticks=[], yticks=[])
plt.show()

assert not by_function[0][~mask].any() and by_function[0][mask].all()
assert not by_module[0][:-1][mask[:-1]].any()

_, flipped = attention(query, query, query, attn_mask=~mask)
assert torch.allclose(flipped[0], by_function[0])
