# /// note
# title.en = "A padding mask in the wrong argument"
# title.zh = "填充掩码传错了参数"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

attention = nn.MultiheadAttention(8, 2, batch_first=True)
x = torch.ones(3, 5, 8)
padding = torch.zeros(3, 5, dtype=torch.bool)
attention(x, x, x, attn_mask=padding)
