# /// note
# title.en = "The state is a pair again"
# title.zh = "状态又是一对"
# device = "any"
# ///
import torch
from torch import nn

pair = nn.LSTM(10, 20)(torch.ones(5, 3, 10))
[type(part).__name__ for part in pair]
assert isinstance(pair[1], tuple)
