# /// note
# title.en = "A row that may look at nothing"
# title.zh = "什么都不许看的一行"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn import functional as F

x = torch.ones(1, 2, 4)
attention = nn.MultiheadAttention(4, 1, bias=False, batch_first=True)
nothing = torch.ones(2, 2, dtype=torch.bool)

_, by_module = attention(x, x, x, attn_mask=nothing)
by_function = F.scaled_dot_product_attention(x, x, x, attn_mask=~nothing)
by_module[0].detach()
by_function[0]
assert by_module.isnan().all() and not by_function.any()
