# /// note
# title.en = "One pair of brackets more"
# title.zh = "多套一层方括号"
# device = "any"
# ///
import torch

x = torch.arange(6).reshape(2, 3)

x[[0, 1], [1, 2]]
nested = x[[[0, 1], [1, 2]]]
nested
x[torch.tensor([[0, 1], [1, 1]])]

assert x[[0, 1], [1, 2]].tolist() == [1, 5]
assert torch.equal(nested, x[[0, 1], [1, 2]])
assert x[torch.tensor([[0, 1], [1, 1]])].shape == (2, 2, 3)
