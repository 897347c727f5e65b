# /// note
# title.en = "Confidently wrong"
# title.zh = "自信地答错"
# device = "any"
# ///
import torch
from torch.nn import functional as F

def gradient(transform):
    logits = torch.tensor([[0.0, 9.0, 0.0]], requires_grad=True)
    F.cross_entropy(transform(logits), torch.tensor([0])).backward()
    return logits.grad.abs().max().item()

once = gradient(lambda logits: logits)
twice = gradient(lambda logits: logits.softmax(dim=1))
{"softmax once": round(once, 4), "softmax twice": round(twice, 4)}
assert once > 0.9 and twice < 0.001
