# /// note
# title.en = "Which cells does it pick?"
# title.zh = "取到的是哪些格子？"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import numpy as np
import torch

M = torch.arange(15).reshape(3, 5)

# en: edit the two indices and look at the picture again
# zh: 改改这两个索引，再看看图
indices = "M[[0, 2], [1, 3]]", "M[[[0], [2]], [1, 3]]"

fig, axes = plt.subplots(1, 2, figsize=(6, 2.2))
for ax, index in zip(axes, indices):
    ax.imshow(torch.isin(M, eval(index)), cmap="Oranges", vmin=0, vmax=2)
    ax.set_title(index, family="monospace", fontsize=10)
    ax.set_xticks(range(5))
    ax.set_yticks(range(3))
    for (row, column), value in np.ndenumerate(M.numpy()):
        ax.text(column, row, value, ha="center", va="center")
plt.show()

M[[0, 2], [1, 3]]
M[[[0], [2]], [1, 3]]
assert M[[0, 2], [1, 3]].tolist() == [M[0, 1], M[2, 3]]
assert M[[[0], [2]], [1, 3]].tolist() == [[M[0, 1], M[0, 3]], [M[2, 1], M[2, 3]]]
