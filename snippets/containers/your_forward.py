# /// note
# title.en = "A ModuleList stores; forward decides"
# title.zh = "ModuleList 只负责存放，怎么算由 forward 决定"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linears = nn.ModuleList([nn.Linear(5, 10), nn.Linear(10, 10)])

    def forward(self, x):
        x = self.linears[0](x)
        x = self.linears[1](x)
        return self.linears[1](x)

net = Net()
calls = []
for name, layer in net.linears.named_children():
    layer.register_forward_hook(lambda module, args, output, name=name: calls.append(name))
y = net(torch.randn(3, 5))
calls
assert calls == ["0", "1", "1"] and y.shape == (3, 10)

# en: used twice, counted once
# zh: 用了两次，只算一份参数
names = [name for name, _ in net.named_parameters()]
names
assert names == ["linears.0.weight", "linears.0.bias", "linears.1.weight", "linears.1.bias"]
assert sum(p.numel() for p in net.parameters()) == 5 * 10 + 10 + 10 * 10 + 10

try:
    net.linears(torch.randn(3, 5))
    refused = False
except NotImplementedError as error:
    refused = True
    print(error)
assert refused
