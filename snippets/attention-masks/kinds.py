# /// note
# title.en = "Bool, float, padding: and what is refused"
# title.zh = "布尔、浮点、填充：以及哪些会被拒绝"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0);
x = torch.randn(1, 3, 4)
attention = nn.MultiheadAttention(4, 1, batch_first=True)
allowed = torch.ones(3, 3, dtype=torch.bool).tril()

# en: a float mask is added to the scores; it means the same in both
# zh: 浮点掩码是加到得分上的，在两边含义相同
added = torch.zeros(3, 3).masked_fill(~allowed, float("-inf"))
assert torch.equal(added, nn.Transformer.generate_square_subsequent_mask(3))
as_bool = attention(x, x, x, attn_mask=~allowed)[0]
as_float = attention(x, x, x, attn_mask=added)[0]
assert torch.allclose(as_bool, as_float)
assert torch.allclose(F.scaled_dot_product_attention(x, x, x, attn_mask=allowed),
                      F.scaled_dot_product_attention(x, x, x, attn_mask=added))
assert torch.allclose(F.scaled_dot_product_attention(x, x, x, attn_mask=allowed),
                      F.scaled_dot_product_attention(x, x, x, is_causal=True))

# en: key_padding_mask: True is padding, one row per sample
# zh: key_padding_mask：True 表示填充，每个样本一行
padding = torch.tensor([[False, False, True]])
_, weights = attention(x, x, x, key_padding_mask=padding)
weights[0].detach()
assert not weights[0, :, 2].any()

try:
    attention(x, torch.ones(1, 5, 4), torch.ones(1, 5, 4), attn_mask=torch.zeros(5, 3))
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused
