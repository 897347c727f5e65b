# /// note
# title.en = "A half model refuses float inputs"
# title.zh = "半精度模型又不收 float 输入"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

nn.Conv2d(3, 4, 3).half()(torch.zeros(1, 3, 8, 8))
