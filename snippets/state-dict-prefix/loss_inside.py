# /// note
# title.en = "What would be gathered on the first GPU"
# title.zh = "会汇集到第一块 GPU 的东西"
# device = "cpu"
# ///
import torch
import torch.nn as nn
import torch.nn.functional as F

class WithLoss(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x, y):
        return F.cross_entropy(self.net(x), y).unsqueeze(0)

net = nn.Linear(32, 1000)
x, y = torch.randn(64, 32), torch.randint(1000, (64,))

scores = nn.DataParallel(net)(x)
loss = nn.DataParallel(WithLoss(net))(x, y)
[{"gathered": "scores", "numbers": scores.numel()}, {"gathered": "loss", "numbers": loss.numel()}]

assert scores.numel() == 64_000 and loss.numel() == 1
assert torch.allclose(loss.mean(), F.cross_entropy(scores, y))
