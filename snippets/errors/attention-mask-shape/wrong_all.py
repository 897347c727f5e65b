# /// note
# title.en = "Nothing left to attend to"
# title.zh = "没有可看的位置"
# device = "cpu"
# ///
import torch
from torch import nn

attention = nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.randn(1, 2, 8)
out, _ = attention(x, x, x, key_padding_mask=torch.ones(1, 2, dtype=torch.bool))
out.isnan()
assert out.isnan().all()
