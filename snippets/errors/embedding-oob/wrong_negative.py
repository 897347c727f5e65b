# /// note
# title.en = "-1 is not the last row"
# title.zh = "-1 不是最后一行"
# device = "cpu"
# raises = "IndexError"
# ///
import torch
from torch import nn

nn.Embedding(5, 3)(torch.tensor([-1]))
