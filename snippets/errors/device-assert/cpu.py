# /// note
# title.en = "The same call on the CPU names the cause"
# title.zh = "同样的调用，CPU 上直接说出原因"
# device = "cpu"
# raises = "IndexError"
# ///
import torch
from torch import nn

nn.CrossEntropyLoss()(torch.zeros(2, 3), torch.tensor([1, 3]))
