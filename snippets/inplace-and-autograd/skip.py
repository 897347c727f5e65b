# /// note
# title.en = "A skip connection that sees the changed input"
# title.zh = "跳跃连接看到的是被改过的输入"
# device = "any"
# ///
import torch
from torch import nn

def block(h, inplace):
    return nn.ReLU(inplace)(h) + h

w = torch.tensor([-1.0, 2.0], requires_grad=True)

right = block(w * 1, inplace=False)
wrong = block(w * 1, inplace=True)
right
wrong

slopes = [torch.autograd.grad(y.sum(), w)[0] for y in (right, wrong)]
slopes

assert right.tolist() == [-1.0, 4.0] and wrong.tolist() == [0.0, 4.0]
assert slopes[0].tolist() == [1.0, 2.0] and slopes[1].tolist() == [0.0, 2.0]
