# /// note
# title.en = "The right shape, the wrong numbers"
# title.zh = "形状对，数字错"
# device = "any"
# ///
import torch

x = torch.arange(6).reshape(2, 3)
{"view": x.view(3, 2).tolist(), "transpose": x.t().tolist()}
assert x.view(3, 2).shape == x.t().shape
assert not torch.equal(x.view(3, 2), x.t())
