# /// note
# title.en = "sigmoid's saved output, overwritten"
# title.zh = "sigmoid 保存的输出被改写"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

x = torch.ones(3, requires_grad=True)
y = torch.sigmoid(x)
y += 1
y.sum().backward()
