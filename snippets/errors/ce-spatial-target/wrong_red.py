# /// note
# title.en = "Class 255 of 3"
# title.zh = "3 类里的第 255 类"
# device = "cpu"
# raises = "IndexError"
# ///
import torch
from torch.nn import functional as F

logits = torch.zeros(2, 3, 4, 4)
mask = torch.full((2, 3, 4, 4), 255)
F.cross_entropy(logits, mask[:, 0])
