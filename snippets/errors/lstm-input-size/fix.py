# /// note
# title.en = "Features last"
# title.zh = "特征放在最后"
# device = "cpu"
# ///
import torch
from torch import nn

lstm = nn.LSTM(input_size=10, hidden_size=20, batch_first=True)
x = torch.ones(3, 10, 5)
out, (h, c) = lstm(x.transpose(1, 2))
out.shape

series = torch.ones(3, 50)
one = nn.LSTM(input_size=1, hidden_size=20, batch_first=True)
assert out.shape == (3, 5, 20) and one(series.unsqueeze(-1))[0].shape == (3, 50, 20)
