# /// note
# title.en = "Four small batches against one large one"
# title.zh = "四个小批次与一个大批次"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0);
model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
full = torch.autograd.grad(F.mse_loss(model(x), y), model.weight)[0]

def accumulated(divide_by, sizes):
    model.zero_grad()
    for part, target in zip(x.split(sizes), y.split(sizes)):
        (F.mse_loss(model(part), target) / divide_by).backward()
    return model.weight.grad.clone()

equal, unequal = [2, 2, 2, 2], [1, 1, 1, 5]
gradients = {
    "8": full,
    "2+2+2+2, loss": accumulated(1, equal),
    "2+2+2+2, loss / 4": accumulated(4, equal),
    "1+1+1+5, loss / 4": accumulated(4, unequal),
}
fig, ax = plt.subplots(figsize=(6, 2), layout="constrained")
ax.barh(list(gradients), [gradient.norm().item() for gradient in gradients.values()]);
ax.invert_yaxis()
ax.set(xlabel="norm");
plt.show()

assert torch.allclose(gradients["2+2+2+2, loss"], 4 * full, atol=1e-5)
assert torch.allclose(gradients["2+2+2+2, loss / 4"], full, atol=1e-5)
assert not torch.allclose(gradients["1+1+1+5, loss / 4"], full, atol=1e-2)
