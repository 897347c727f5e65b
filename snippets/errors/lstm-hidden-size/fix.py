# /// note
# title.en = "Made for the batch at hand"
# title.zh = "按手头的批次创建"
# device = "any"
# ///
import torch
from torch import nn

lstm = nn.LSTM(10, 20, batch_first=True)
x = torch.ones(7, 5, 10)
h = c = torch.zeros(1, x.size(0), 20)
with_state, _ = lstm(x, (h, c))
without, _ = lstm(x)
without.shape
assert with_state.equal(without)
