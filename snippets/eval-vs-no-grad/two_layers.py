# /// note
# title.en = "Dropout and BatchNorm up close"
# title.zh = "细看 Dropout 与 BatchNorm"
# device = "any"
# ///
import torch
from torch import nn

ones = torch.ones(100_000)
dropped = {p: nn.Dropout(p)(ones) for p in (0.1, 0.5, 0.8)}
[{"p": p, "zeroed": (y == 0).float().mean(), "survivors": y.max(), "mean": y.mean()}
 for p, y in dropped.items()]

assert all(abs((y == 0).float().mean() - p) < 0.01 for p, y in dropped.items())
assert all(abs(y.max() - 1 / (1 - p)) < 1e-5 for p, y in dropped.items())
assert all(abs(y.mean() - 1) < 0.05 for p, y in dropped.items())
assert torch.equal(nn.Dropout(0.9).eval()(ones), ones)

bn = nn.BatchNorm1d(1)
x = torch.randn(64, 1) + 10
means = []
for _ in range(4):
    bn(x)
    means.append(bn.running_mean.item())
torch.tensor(means)
assert 0 < means[0] < means[1] < means[2] < means[3] and bn.num_batches_tracked == 4

y = bn.eval()(x)
assert bn.running_mean.item() == means[3] and bn.num_batches_tracked == 4
scaled = (x - bn.running_mean) / (bn.running_var + bn.eps).sqrt()
assert torch.allclose(y, scaled * bn.weight + bn.bias, atol=1e-4)
assert not torch.equal(y, x)
