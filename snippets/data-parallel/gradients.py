# /// note
# title.en = "Two halves, one gradient"
# title.zh = "两半数据，同一个梯度"
# device = "cpu"
# ///
import torch
import torch.nn as nn
import torch.nn.functional as F

def gradient(model, x, y):
    return torch.autograd.grad(F.mse_loss(model(x), y), next(model.parameters()))[0]

def average(model, sizes):
    parts = [gradient(model, *part) for part in zip(x.split(sizes), y.split(sizes))]
    return sum(parts) / len(parts), sum(n * part for n, part in zip(sizes, parts)) / sum(sizes)

torch.manual_seed(0)
x, y = torch.randn(8, 3), torch.randn(8, 1)
linear = nn.Linear(3, 1)
with_bn = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))

def same(model, sizes):
    whole = gradient(model, x, y)
    return [torch.allclose(whole, each, atol=1e-6) for each in average(model, sizes)]

table = {
    "linear, 4 + 4": same(linear, [4, 4]),
    "linear, 6 + 2": same(linear, [6, 2]),
    "with BatchNorm, 4 + 4": same(with_bn, [4, 4]),
}
[{"model, parts": name, "plain average = whole": plain, "weighted average = whole": weighted}
 for name, (plain, weighted) in table.items()]

assert table["linear, 4 + 4"] == [True, True]
assert table["linear, 6 + 2"] == [False, True]
assert table["with BatchNorm, 4 + 4"] == [False, False]
