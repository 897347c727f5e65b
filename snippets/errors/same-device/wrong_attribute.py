# /// note
# title.en = "A plain attribute stays behind"
# title.zh = "普通属性留在了原地"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(2)
        self.register_buffer("shift", torch.zeros(2))

net = Net().to("meta")
[str(net.scale.device), str(net.shift.device)]
assert net.scale.device.type == "cpu"
assert net.shift.device.type == "meta"
