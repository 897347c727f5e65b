# /// note
# title.en = "Halve a tensor where it is"
# title.zh = "就地把张量减半"
# device = "any"
# ///
import torch

x = torch.tensor([2.])
r = x.mul_(0.5)
x
assert x.tolist() == [1.0]
assert r is x

y = x * 0.5
x
assert x.tolist() == [1.0] and y.tolist() == [0.5]
assert y.data_ptr() != x.data_ptr()
