# /// note
# title.en = "NumPy's float64 into a linear layer"
# title.zh = "NumPy 的 float64 进了线性层"
# device = "cpu"
# raises = "RuntimeError"
# ///
import numpy as np
import torch
from torch import nn

x = torch.from_numpy(np.ones((4, 3)))
x.dtype
nn.Linear(3, 2)(x)
