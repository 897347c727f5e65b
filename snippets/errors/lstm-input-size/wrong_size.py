# /// note
# title.en = "Ten \"time steps\" that are features"
# title.zh = "十个“时间步”，其实是特征"
# device = "cpu"
# ///
import torch
from torch import nn

out, _ = nn.LSTM(5, 20, batch_first=True)(torch.ones(3, 10, 5))
out.shape
assert out.shape[1] == 10
