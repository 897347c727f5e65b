# /// note
# title.en = "Fitting a line, with and without the mistake"
# title.zh = "拟合一条直线，有错误与没有错误"
# device = "cpu"
# ///
import warnings

import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.nn import functional as F

warnings.simplefilter("ignore")
torch.manual_seed(0);
x = torch.randn(64, 1)
y = 3 * x[:, 0] + 1

def fit(same_shape):
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(80):
        output = model(x)
        loss = F.mse_loss(output.squeeze(1) if same_shape else output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model

fixed, broken = fit(True), fit(False)
fig, ax = plt.subplots(figsize=(6, 2.6), layout="constrained")
ax.plot(x, y, ".", color="0.6");
line = torch.tensor([[-2.5], [2.5]])
ax.plot(line, fixed(line).detach(), label="(64,) - (64,)");
ax.plot(line, broken(line).detach(), label="(64, 1) - (64,)");
ax.legend(fontsize=8);
plt.show()

[{"shapes": "(64,) - (64,)", "slope": fixed.weight.item(), "bias": fixed.bias.item()},
 {"shapes": "(64, 1) - (64,)", "slope": broken.weight.item(), "bias": broken.bias.item()}]
assert abs(fixed.weight.item() - 3) < 0.01
assert abs(broken.weight.item()) < 0.01 and abs(broken.bias.item() - y.mean().item()) < 0.01
