# /// note
# title.en = "The numbers without their graph"
# title.zh = "只剩数值，没有图"
# device = "cpu"
# ///
import warnings

import torch

warnings.simplefilter("ignore")
w = torch.ones(1, requires_grad=True)
losses = torch.tensor([w.sum(), (2 * w).sum()])
losses
assert not losses.requires_grad
