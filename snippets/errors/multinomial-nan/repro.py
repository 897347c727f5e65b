# /// note
# title.en = "One NaN is enough"
# title.zh = "一个 NaN 就够了"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

logits = torch.tensor([[float("nan"), 1.0, 2.0]])
torch.multinomial(torch.softmax(logits, dim=-1), 1)
