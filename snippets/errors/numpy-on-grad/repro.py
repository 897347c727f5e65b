# /// note
# title.en = "A model's output still has its graph"
# title.zh = "模型的输出还带着计算图"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

out = nn.Linear(2, 1)(torch.ones(3, 2))
out.numpy()
