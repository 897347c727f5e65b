# /// note
# title.en = "The variant that sees the weights"
# title.zh = "看得见权重的那种"
# device = "cpu"
# ///
import torch
from torch.utils.checkpoint import checkpoint

block = torch.nn.Linear(2, 2)
out = checkpoint(block, torch.ones(1, 2), use_reentrant=False)
out.sum().backward()
block.weight.grad
assert block.weight.grad.tolist() == [[1, 1], [1, 1]]
