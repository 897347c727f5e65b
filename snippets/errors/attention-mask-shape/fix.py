# /// note
# title.en = "Both masks, each in its place"
# title.zh = "两种掩码，各就各位"
# device = "cpu"
# ///
import torch
from torch import nn

attention = nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(3, 5, 8)
padding = torch.zeros(3, 5, dtype=torch.bool)
padding[0, 3:] = True
causal = torch.ones(5, 5, dtype=torch.bool).triu(1)

out, weights = attention(x, x, x, key_padding_mask=padding, attn_mask=causal)
weights[0].count_nonzero(dim=-1)
assert weights[0, :, 3:].eq(0).all() and weights[1, 4].gt(0).all()
