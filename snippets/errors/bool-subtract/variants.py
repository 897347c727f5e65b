# /// note
# title.en = "The difference of two masks"
# title.zh = "两个掩码之差"
# device = "any"
# ///
import torch

a = torch.tensor([True, True, False])
b = torch.tensor([True, False, False])
try:
    a - b
except RuntimeError as error:
    said = str(error)
said
a & ~b
assert "with two bool tensors is not supported" in said
assert (a & ~b).tolist() == [False, True, False]
