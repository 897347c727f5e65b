# /// note
# title.en = "An argument from an older version"
# title.zh = "旧版本的参数"
# device = "any"
# raises = "TypeError"
# ///
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
ReduceLROnPlateau(optimizer, patience=2, verbose=True)
