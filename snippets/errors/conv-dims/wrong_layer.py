# /// note
# title.en = "Eight samples in, one result out"
# title.zh = "八个样本进去，一个结果出来"
# device = "any"
# ///
import torch
from torch import nn

images = torch.ones(8, 28, 28)
out = nn.Conv2d(8, 16, 3)(images.unsqueeze(0))
out.shape
assert out.shape[0] == 1
