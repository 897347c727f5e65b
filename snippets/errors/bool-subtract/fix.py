# /// note
# title.en = "Inverted, or as numbers"
# title.zh = "取反，或者转成数"
# device = "any"
# ///
import torch

mask = torch.tensor([1.0, -1.0]) > 0
~mask
1 - mask.int()
assert (~mask).tolist() == [False, True]
assert (1 - mask.int()).tolist() == [0, 1]
