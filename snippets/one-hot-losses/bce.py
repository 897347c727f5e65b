# /// note
# title.en = "Two ways to a binary loss, and their gradients"
# title.zh = "二分类损失的两种写法，以及各自的梯度"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.nn import functional as F

def gradient(loss):
    z = torch.linspace(-20, 130, 151, requires_grad=True)
    target = torch.zeros_like(z)
    return z.detach(), torch.autograd.grad(loss(z, target), z)[0]

def with_logits(z, target):
    return F.binary_cross_entropy_with_logits(z, target, reduction="sum")

def with_sigmoid(z, target):
    return F.binary_cross_entropy(z.sigmoid(), target, reduction="sum")

losses = {"bce_with_logits(z, 0)": with_logits, "bce(z.sigmoid(), 0)": with_sigmoid}
fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for (name, loss), style in zip(losses.items(), ("-", "--")):
    ax.plot(*gradient(loss), style, label=name)
ax.set(xlabel="z", ylabel="gradient");
ax.legend(fontsize=8);
plt.show()

z = torch.tensor([120.0], requires_grad=True)
zero = torch.zeros(1)
stable = F.binary_cross_entropy_with_logits(z, zero)
clamped = F.binary_cross_entropy(z.sigmoid(), zero)
stable.item(), clamped.item()
assert stable.item() == 120 and clamped.item() == 100
assert torch.autograd.grad(stable, z)[0].item() == 1
assert torch.autograd.grad(clamped, z)[0].item() == 0

def error(call):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error)[:110]}"

rows = [
    ("bce(1.5, …)", error(lambda: F.binary_cross_entropy(torch.tensor([1.5]), zero))),
    ("bce_with_logits((4, 1), (4,))",
     error(lambda: F.binary_cross_entropy_with_logits(torch.zeros(4, 1), torch.zeros(4)))),
]
rows
assert all(message for _, message in rows)
