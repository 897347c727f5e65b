# /// note
# title.en = "Another dtype, the same shape"
# title.zh = "换了 dtype，形状照旧"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

nn.CrossEntropyLoss()(torch.zeros(2, 3), torch.tensor([[0.0], [1.0]]))
