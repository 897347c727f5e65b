# /// note
# title.en = "A state for 32, a batch of 7"
# title.zh = "状态按 32 建，批次只有 7"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

lstm = nn.LSTM(10, 20, batch_first=True)
h = c = torch.zeros(1, 32, 20)
last_batch = torch.ones(7, 5, 10)
lstm(last_batch, (h, c))
