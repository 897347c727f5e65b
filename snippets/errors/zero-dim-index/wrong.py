# /// note
# title.en = "The sum holds on to every graph"
# title.zh = "总和抓住每一步的图不放"
# device = "cpu"
# ///
import torch

w = torch.ones(1, requires_grad=True)
total = 0
for step in range(3):
    total = total + (w * 2).sum()
total
assert total.requires_grad
