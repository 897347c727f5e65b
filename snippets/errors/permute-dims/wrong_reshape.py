# /// note
# title.en = "The right shape, the wrong order"
# title.zh = "形状对，顺序错"
# device = "any"
# ///
import torch

x = torch.arange(6).reshape(1, 2, 3)
{"reshape": x.reshape(1, 3, 2).tolist(), "permute": x.permute(0, 2, 1).tolist()}
assert not torch.equal(x.reshape(1, 3, 2), x.permute(0, 2, 1))
