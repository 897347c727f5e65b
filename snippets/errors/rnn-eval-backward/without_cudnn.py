# /// note
# title.en = "eval() stays, cuDNN steps aside"
# title.zh = "保持 eval()，不用 cuDNN"
# device = "any"
# ///
import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
lstm = nn.LSTM(2, 4).to(device).eval()
x = torch.ones(3, 1, 2, device=device, requires_grad=True)

with torch.backends.cudnn.flags(enabled=False):
    out = lstm(x)[0]
out.sum().backward()
assert x.grad is not None
