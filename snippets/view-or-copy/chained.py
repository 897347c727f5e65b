# /// note
# title.en = "An assignment that goes nowhere"
# title.zh = "一次落空的赋值"
# device = "any"
# ///
import torch

x = torch.zeros(4)
x[1:3][0] = 7
x
assert x.tolist() == [0, 7, 0, 0]

x[[0, 1]][0] = 9
x[x > 5][0] = 9
x
assert x.tolist() == [0, 7, 0, 0]

x[x > 5] = 9
x
assert x.tolist() == [0, 9, 0, 0]

x = torch.tensor([1.0, 6.0, 7.0, 2.0])
x[(x > 5).nonzero()[0]] = 9
x
assert x.tolist() == [1, 9, 7, 2]
