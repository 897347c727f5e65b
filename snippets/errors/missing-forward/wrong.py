# /// note
# title.en = "__call__ takes the hooks' place"
# title.zh = "__call__ 顶替了 hook"
# device = "cpu"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __call__(self, x):
        return x

called = []
net = Net()
net.register_forward_hook(lambda module, args, out: called.append(out));
net(torch.ones(2))
assert called == []
