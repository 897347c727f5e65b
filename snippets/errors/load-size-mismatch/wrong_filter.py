# /// note
# title.en = "Nothing fits, nothing is loaded"
# title.zh = "一个都对不上，什么都没加载"
# device = "cpu"
# ///
import torch
from torch import nn

source, net = nn.Linear(2, 2), nn.Linear(2, 2)
checkpoint = {f"module.{k}": v for k, v in source.state_dict().items()}

fits = {k: v for k, v in checkpoint.items() if k in net.state_dict()}
net.load_state_dict(fits, strict=False)
assert not fits and not torch.equal(net.weight, source.weight)
