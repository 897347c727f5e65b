# /// note
# title.en = "Load what fits, look at what doesn't"
# title.zh = "加载对得上的，看清对不上的"
# device = "cpu"
# ///
import torch
from torch import nn

pretrained = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1000)).state_dict()
net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 10))

own = net.state_dict()
fits = {k: v for k, v in pretrained.items() if k in own and v.shape == own[k].shape}
report = net.load_state_dict(fits, strict=False)
report

assert report.missing_keys == ["1.weight", "1.bias"]
assert torch.equal(net[0].weight, pretrained["0.weight"])
