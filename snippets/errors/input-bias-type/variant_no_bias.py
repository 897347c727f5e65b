# /// note
# title.en = "A layer without bias says it differently"
# title.zh = "没有偏置的层，措辞不同"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

nn.Conv2d(3, 4, 3, bias=False)(torch.zeros(1, 3, 8, 8, dtype=torch.float64))
