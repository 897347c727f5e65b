# /// note
# title.en = "Who influences whom?"
# title.zh = "谁影响了谁？"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

def influence(batch_first):
    torch.manual_seed(0)
    lstm = nn.LSTM(4, 3, batch_first=batch_first)
    x = torch.randn(3, 6, 4, requires_grad=True)
    output, _ = lstm(x)
    # en: which inputs matter for the second sequence, at its fourth step?
    # zh: 第二个序列的第四步，受哪些输入影响？
    output[1, 3].sum().backward()
    return x.grad.abs().sum(2) > 0

fig, axes = plt.subplots(1, 2, figsize=(6, 2.3), layout="constrained")
for ax, batch_first in zip(axes, (True, False)):
    ax.imshow(influence(batch_first), cmap="Blues", vmin=0, vmax=1.5)
    ax.plot(3, 1, "o", color="C1")
    ax.set_title(f"batch_first={batch_first}", fontsize=9)
    ax.set(xlabel="x[:, i]", ylabel="x[i]", xticks=range(6), yticks=range(3))
plt.show()

assert influence(True).nonzero().tolist() == [[1, 0], [1, 1], [1, 2], [1, 3]]
assert influence(False).nonzero().tolist() == [[0, 3], [1, 3]]
