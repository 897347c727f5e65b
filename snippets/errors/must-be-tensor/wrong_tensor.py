# /// note
# title.en = "torch.tensor of a tuple"
# title.zh = "对元组调用 torch.tensor"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

with torch.no_grad():
    pair = nn.RNN(10, 20)(torch.ones(5, 3, 10))
torch.tensor(pair)
