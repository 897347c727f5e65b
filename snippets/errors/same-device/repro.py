# /// note
# title.en = "A model that moved and an input that did not"
# title.zh = "模型搬走了，输入没搬"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

# en: "meta" stands in for "cuda"
# zh: 用 "meta" 代替 "cuda"
net = nn.Linear(2, 2).to("meta")
x = torch.ones(1, 2)
net(x)
