# /// note
# title.en = "Find it, then give it room"
# title.zh = "先找到它，再给它足够的范围"
# device = "cpu"
# ///
import torch

def logits(dtype):
    hidden = torch.tensor([[300.0, 1.0, 2.0]], dtype=dtype)
    return hidden * hidden - hidden * hidden.max() + hidden

half, bfloat = logits(torch.float16), logits(torch.bfloat16)
half
bfloat
torch.isfinite(half).all(dim=-1)

p = torch.softmax(bfloat.float(), dim=-1)
assert not half.isfinite().all() and bfloat.isfinite().all()
assert torch.multinomial(p, 1).item() == 0
