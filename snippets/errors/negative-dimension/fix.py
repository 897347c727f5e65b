# /// note
# title.en = "Cut, then pad"
# title.zh = "先截断，再补齐"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

def fit(tokens, length):
    tokens = tokens[:length]
    return F.pad(tokens, (0, length - len(tokens)))

fit(torch.arange(1, 9), 5)
fit(torch.arange(1, 4), 5)
assert len(fit(torch.arange(8), 5)) == len(fit(torch.arange(3), 5)) == 5
