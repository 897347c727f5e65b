# /// note
# title.en = "By hand, in silence"
# title.zh = "自己写，悄无声息"
# device = "any"
# ///
import torch

prediction = torch.tensor([[1.0], [2.0], [3.0]])
y = torch.tensor([1.0, 2.0, 3.0])
prediction - y
loss = ((prediction - y) ** 2).mean()
assert torch.isclose(loss, torch.tensor(4 / 3))
