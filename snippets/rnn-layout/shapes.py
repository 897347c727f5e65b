# /// note
# title.en = "The shapes, in both layouts"
# title.zh = "两种布局下的形状"
# device = "any"
# ///
import torch
from torch import nn

# en: a batch of 2 sequences, 7 steps, 4 features
# zh: 一批 2 个序列，7 步，4 个特征
x = torch.randn(2, 7, 4)

def shapes(batch_first):
    output, (h, c) = nn.LSTM(4, 3, batch_first=batch_first)(x)
    return {"batch_first": batch_first, "input": x.shape, "output": output.shape,
            "h_n": h.shape}

rows = [shapes(True), shapes(False)]
rows
assert rows[0]["h_n"] == (1, 2, 3) and rows[1]["h_n"] == (1, 7, 3)
assert rows[0]["output"] == rows[1]["output"] == (2, 7, 3)

assert not any(layer(4, 3).batch_first for layer in (nn.RNN, nn.LSTM, nn.GRU))
assert not nn.MultiheadAttention(4, 1).batch_first
assert not nn.TransformerEncoderLayer(4, 1).self_attn.batch_first
