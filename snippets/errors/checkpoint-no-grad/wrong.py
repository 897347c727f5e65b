# /// note
# title.en = "The output learns, the block doesn't"
# title.zh = "输出有了梯度，块里没有"
# device = "cpu"
# ///
import warnings

import torch
from torch.utils.checkpoint import checkpoint

warnings.simplefilter("ignore")
block = torch.nn.Linear(2, 2)
out = checkpoint(block, torch.ones(1, 2), use_reentrant=True)
out.requires_grad_(True).sum().backward()
assert block.weight.grad is None
