# /// note
# title.en = "Converted once"
# title.zh = "转换一次"
# device = "cpu"
# ///
import numpy as np
import torch
from torch import nn

x = torch.from_numpy(np.ones((4, 3))).float()
y = nn.Linear(3, 2)(x)
y.dtype
assert y.dtype == torch.float32
