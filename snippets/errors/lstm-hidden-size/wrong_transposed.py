# /// note
# title.en = "batch_first does not concern the state"
# title.zh = "batch_first 不管状态"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

lstm = nn.LSTM(10, 20, batch_first=True)
h = c = torch.zeros(7, 1, 20)
lstm(torch.ones(7, 5, 10), (h, c))
