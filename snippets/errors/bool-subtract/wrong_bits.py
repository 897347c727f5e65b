# /// note
# title.en = "~ on integers"
# title.zh = "对整数用 ~"
# device = "any"
# ///
import torch

mask = torch.tensor([1, 0])
~mask
~mask.byte()
assert (~mask).bool().all() and (~mask.byte()).bool().all()
