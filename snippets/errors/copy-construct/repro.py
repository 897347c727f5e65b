# /// note
# title.en = "A copy without history"
# title.zh = "没有历史的拷贝"
# device = "cpu"
# ///
import torch

w = torch.ones(2, requires_grad=True)
loss = (w * 2).sum()
total = torch.tensor(loss)
assert loss.requires_grad and not total.requires_grad
