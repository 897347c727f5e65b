# /// note
# title.en = "The same on a GPU"
# title.zh = "在 GPU 上"
# device = "cuda"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

net = nn.Linear(2, 2).to("cuda")
x = torch.ones(1, 2, device="cpu")
net(x)
