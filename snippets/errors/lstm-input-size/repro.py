# /// note
# title.en = "(batch, features, time) into an LSTM"
# title.zh = "把 (批, 特征, 时间) 送进 LSTM"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

lstm = nn.LSTM(input_size=10, hidden_size=20, batch_first=True)
x = torch.ones(3, 10, 5)
lstm(x)
