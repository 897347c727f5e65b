# /// note
# title.en = "Four samples, a gradient four times as large"
# title.zh = "四个样本，梯度是四倍"
# device = "any"
# ///
import torch

x = torch.arange(4.0)

def gradient(start):
    w = torch.tensor(1.0, requires_grad=True)
    start(w * x)
    return w.grad.item()

mean = gradient(lambda loss: loss.mean().backward())
ones = gradient(lambda loss: loss.backward(torch.ones_like(loss)))
{"mean()": mean, "ones_like": ones}
assert ones == 4 * mean
