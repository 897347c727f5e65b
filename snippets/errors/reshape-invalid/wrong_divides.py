# /// note
# title.en = "Six rows for three samples"
# title.zh = "三个样本变成了六行"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch.nn import functional as F

x = torch.ones(3, 16, 6, 6).view(-1, 16 * 6 * 3)
x.shape
assert len(x) == 6
F.cross_entropy(x, torch.tensor([0, 1, 2]))
