# /// note
# title.en = "Check the indices before they reach a kernel"
# title.zh = "在下标进入内核之前先检查"
# device = "any"
# ///
import torch

classes = 3
labels = torch.tensor([0, 2, 3, 1, -1, 2])

bad = (labels < 0) | (labels >= classes)
bad.nonzero().flatten()
labels[bad]

assert bad.nonzero().flatten().tolist() == [2, 4]
assert labels[bad].tolist() == [3, -1]
