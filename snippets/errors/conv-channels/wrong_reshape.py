# /// note
# title.en = "The first channel isn't red any more"
# title.zh = "第一个通道不再是红色"
# device = "any"
# ///
import torch

red = torch.zeros(1, 4, 4, 3)
red[..., 0] = 1
red.reshape(1, 3, 4, 4)[0, 0]
assert not red.reshape(1, 3, 4, 4)[0, 0].all()
assert red.permute(0, 3, 1, 2)[0, 0].all()
