# /// note
# title.en = "A smaller share for the first device"
# title.zh = "给第一个设备少分一点"
# device = "cpu"
# ///
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(16, 4)
x, y = torch.randn(32, 16), torch.randint(4, (32,))
sizes = [2, 10, 10, 10]

def gradient(loss):
    return torch.autograd.grad(loss, net.weight)[0]

whole = gradient(F.cross_entropy(net(x), y))
losses = [F.cross_entropy(net(a), b) for a, b in zip(x.split(sizes), y.split(sizes))]
plain = gradient(sum(losses) / len(losses))
losses = [F.cross_entropy(net(a), b) for a, b in zip(x.split(sizes), y.split(sizes))]
weighted = gradient(sum(n * loss for n, loss in zip(sizes, losses)) / sum(sizes))

[{"losses": "averaged", "gradient of the whole batch": torch.allclose(plain, whole)},
 {"losses": "weighted by size", "gradient of the whole batch": torch.allclose(weighted, whole)}]
assert torch.allclose(weighted, whole) and not torch.allclose(plain, whole)
