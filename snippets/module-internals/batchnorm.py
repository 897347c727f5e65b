# /// note
# title.en = "The buffers of a BatchNorm, step by step"
# title.zh = "BatchNorm 的缓冲区，一步一步看"
# device = "any"
# ///
import torch
from torch import nn

bn = nn.BatchNorm1d(1)
x = torch.tensor([[4.0], [6.0]])

def row(when):
    values = {name: buffer.item() for name, buffer in bn._buffers.items()}
    return {"when": when, **values}

rows = [row("at the start")]
first = bn(x)
rows.append(row("after one step"))
second = bn(x)
rows.append(row("after another"))
rows

# en: each step starts from the value before it: 0.9 · 0.5 + 0.1 · 5
# zh: 每一步都从上一步的值出发：0.9 · 0.5 + 0.1 · 5
assert abs(bn.running_mean.item() - 0.95) < 1e-6
assert bn._buffers["running_mean"] is bn.running_mean

# en: but what it computes in training does not depend on them
# zh: 但训练时算出的结果与它们无关
assert torch.equal(first, second)
