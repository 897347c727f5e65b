# /// note
# title.en = "The class takes settings, not tensors"
# title.zh = "损失类接收的是配置，不是张量"
# device = "any"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

pred, y = torch.ones(2), torch.zeros(2)
nn.MSELoss(pred, y)
