# /// note
# title.en = "orthogonal_, and the product that shows it"
# title.zh = "orthogonal_，以及能看出正交的那个乘积"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0);
wide = nn.init.orthogonal_(torch.empty(12, 20))
tall = nn.init.orthogonal_(torch.empty(20, 12), gain=2)

fig, axes = plt.subplots(1, 4, figsize=(7, 2), layout="constrained")
panels = {"wide (12, 20)": wide, "wide @ wide.T": wide @ wide.T,
          "tall (20, 12), gain=2": tall, "tall.T @ tall": tall.T @ tall}
for ax, (title, values) in zip(axes, panels.items()):
    limit = 4 if title == "tall.T @ tall" else 1
    ax.imshow(values, vmin=-limit, vmax=limit, cmap="RdBu")
    ax.set_title(title, fontsize=8)
    ax.set(xticks=[], yticks=[])
plt.show()

assert torch.allclose(wide @ wide.T, torch.eye(12), atol=1e-5)
assert torch.allclose(tall.T @ tall, 4 * torch.eye(12), atol=1e-5)
assert not torch.allclose(wide.T @ wide, torch.eye(20), atol=1e-5)

# en: more than two dimensions: rows are w.flatten(1)
# zh: 超过两维：以 w.flatten(1) 的行为准
kernel = nn.init.orthogonal_(torch.empty(4, 3, 3, 3)).flatten(1)
assert torch.allclose(kernel @ kernel.T, torch.eye(4), atol=1e-5)

try:
    nn.init.orthogonal_(torch.empty(3))
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
