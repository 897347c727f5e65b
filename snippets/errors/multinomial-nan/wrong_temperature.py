# /// note
# title.en = "Divided by zero"
# title.zh = "除以零"
# device = "cpu"
# ///
import torch

logits = torch.tensor([1.0, 2.0])
torch.softmax(logits / 0, dim=-1)
assert torch.softmax(logits / 0, dim=-1).isnan().all() and logits.argmax() == 1
