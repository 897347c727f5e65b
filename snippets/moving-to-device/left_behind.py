# /// note
# title.en = "What model.to() does not reach"
# title.zh = "model.to() 够不着的东西"
# device = "cpu"
# ///
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))
        self.register_buffer("scale", torch.ones(2), persistent=False)
        self.shift = torch.ones(2)
        self.layers = [nn.Linear(2, 2)]

    def forward(self, x, device=None):
        return x * self.weight * torch.ones(2, device=device)

net = Net().to("meta")
places = {
    "nn.Parameter": net.weight,
    "buffer": net.scale,
    "plain attribute": net.shift,
    "layer in a Python list": net.layers[0].weight,
}
[{"kept as": kind, "now on": str(tensor.device)} for kind, tensor in places.items()]
assert [tensor.device.type for tensor in places.values()] == ["meta", "meta", "cpu", "cpu"]

x = torch.ones(2, device="meta")
try:
    net(x)
    refused = False
except RuntimeError as error:
    print(error)
    refused = True

# en: a tensor made in forward follows the input
# zh: 在 forward 里新建的张量，跟着输入走
result = net(x, device=x.device)
assert refused and result.device == x.device == torch.ones_like(x).device == x.new_ones(3).device
