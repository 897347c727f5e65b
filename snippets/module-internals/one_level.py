# /// note
# title.en = "One level each; the walk goes through all"
# title.zh = "字典只管一层，遍历才走完整棵树"
# device = "any"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.param1 = nn.Parameter(torch.rand(3, 3))
        self.submodel1 = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))

net = Net()
net

def row(path):
    module = net.get_submodule(path)
    return {"module": path or "net", "_parameters": str(list(module._parameters)),
            "_buffers": str(list(module._buffers)), "_modules": str(list(module._modules))}

[row(path) for path, _ in net.named_modules()]
assert list(net._parameters) == ["param1"] and list(net._modules) == ["submodel1"]
assert [name for name, _ in net.named_parameters(recurse=False)] == ["param1"]

names = [name for name, _ in net.named_parameters()]
names
assert names[:3] == ["param1", "submodel1.0.weight", "submodel1.0.bias"]
assert [name for name, _ in net.named_children()] == ["submodel1"]
paths = [path for path, _ in net.named_modules()]
assert paths == ["", "submodel1", "submodel1.0", "submodel1.1"]

net.submodel1 = None
assert list(net._modules) == ["submodel1"] and list(net.children()) == []
