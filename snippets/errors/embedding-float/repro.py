# /// note
# title.en = "torch.Tensor makes floats"
# title.zh = "torch.Tensor 建的是浮点数"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

ids = torch.Tensor([1, 2])
nn.Embedding(10, 4)(ids)
