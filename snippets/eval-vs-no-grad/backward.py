# /// note
# title.en = "Train a model that is in eval mode"
# title.zh = "训练一个处于 eval 模式的模型"
# device = "any"
# ///
import torch
from torch import nn

x = torch.randn(8, 3)

def step(mode):
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1)).train(mode == "train")
    before = net[0].weight.grad
    net(x).sum().backward()
    gradient, weight = net[0].weight.grad.norm().item(), net[0].weight.clone()
    torch.optim.SGD(net.parameters(), lr=0.1).step()
    return {
        "mode": mode,
        ".grad before backward()": before,
        "norm of .grad after": gradient,
        "step() moved the weights": not torch.equal(weight, net[0].weight),
    }

train, evaluation = step("train"), step("eval")
[train, evaluation]

assert evaluation["norm of .grad after"] == train["norm of .grad after"] > 0
assert evaluation["step() moved the weights"]
assert train[".grad before backward()"] is evaluation[".grad before backward()"] is None
