# /// note
# title.en = "Half precision on the CPU, today"
# title.zh = "如今 CPU 上的半精度"
# device = "cpu"
# raises = "NotImplementedError"
# ///
import torch
from torch import nn

x = torch.ones(2, 2).half()
nn.Linear(2, 2).half()(x).dtype
torch.linalg.svd(x)
