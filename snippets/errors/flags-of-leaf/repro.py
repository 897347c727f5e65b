# /// note
# title.en = "The flag of a result"
# title.zh = "运算结果的标志"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

feat = nn.Linear(3, 3)(torch.ones(2, 3))
feat.requires_grad = False
