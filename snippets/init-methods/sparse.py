# /// note
# title.en = "sparse_: the zeros are counted by column"
# title.zh = "sparse_：零是按列数的"
# device = "cpu"
# ///
import math

import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0);
weight = nn.init.sparse_(torch.empty(20, 60), sparsity=0.5, std=0.01)
fig, (left, right) = plt.subplots(1, 2, figsize=(7, 2.2), layout="constrained",
                                  width_ratios=[2, 1])
left.imshow(weight, cmap="RdBu", vmin=-0.03, vmax=0.03);
left.set_title("sparse_(w, 0.5)", fontsize=9);
right.hist(weight[weight != 0], bins=30);
right.set_title("w[w != 0]", fontsize=9);
plt.show()
assert ((weight == 0).sum(0) == 10).all()

def share(rows, sparsity):
    w = nn.init.sparse_(torch.empty(rows, 50), sparsity)
    assert ((w == 0).sum(0) == math.ceil(rows * sparsity)).all()
    return (w == 0).float().mean().item()

table = [{"rows": rows, "asked for": 0.1, "obtained": share(rows, 0.1)}
         for rows in (1, 2, 5, 10, 1000)]
table
assert [round(row["obtained"], 3) for row in table] == [1.0, 0.5, 0.2, 0.1, 0.1]

big = nn.init.sparse_(torch.empty(1000, 50), 0.1)
assert abs(big[big != 0].std() - 0.01) < 0.0002

runs = [nn.init.sparse_(torch.empty(2, 3), 0.1) for _ in range(1000)]
zero_row = sum((w == 0).all(1).any().item() for w in runs) / len(runs)
zero_row
assert 0.2 < zero_row < 0.3
