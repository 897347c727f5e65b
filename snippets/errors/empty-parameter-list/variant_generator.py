# /// note
# title.en = "parameters() can be walked once"
# title.zh = "parameters() 只能遍历一次"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

parameters = nn.Linear(2, 2).parameters()
sum(p.numel() for p in parameters)
torch.optim.Adam(parameters)
