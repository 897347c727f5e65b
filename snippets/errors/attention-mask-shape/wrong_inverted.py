# /// note
# title.en = "All attention to the padding"
# title.zh = "注意力全落在填充上"
# device = "cpu"
# ///
import torch
from torch import nn

attention = nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(1, 5, 8)
keep = torch.tensor([[1, 1, 1, 0, 0]])

_, weights = attention(x, x, x, key_padding_mask=keep.bool())
weights[0, 0] > 0
assert weights[0, :, :3].eq(0).all()

_, right = attention(x, x, x, key_padding_mask=~keep.bool())
assert right[0, :, 3:].eq(0).all()
