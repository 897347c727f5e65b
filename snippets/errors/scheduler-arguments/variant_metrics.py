# /// note
# title.en = "step() without the monitored value"
# title.zh = "step() 没给监控的值"
# device = "any"
# raises = "TypeError"
# ///
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
ReduceLROnPlateau(optimizer).step()
