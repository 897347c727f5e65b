# /// note
# title.en = "Same seed, same mask"
# title.zh = "同一个种子，同一张掩码"
# ///
import inspect

import torch
import torch.nn as nn
import torch.nn.functional as F

def seeded(dropout):
    torch.manual_seed(0)
    return dropout(torch.ones(4, 8))

from_layer = seeded(nn.Dropout(p=0.2))
from_function = seeded(lambda x: F.dropout(x, p=0.2, training=True))

from_layer
inspect.getsource(nn.Dropout.forward).splitlines()[-1].strip()

assert torch.equal(from_layer, from_function)

# en: what survives grows by 1/(1-p), so the expected value stays what it was
# zh: 留下的值放大为原来的 1/(1-p) 倍，期望因此不变
assert set(from_layer.unique().tolist()) == {0.0, 1 / (1 - 0.2)}
assert abs(F.dropout(torch.ones(100_000), p=0.2).mean() - 1) < 0.02
assert torch.equal(seeded(nn.Dropout(p=0.2).eval()), torch.ones(4, 8))
