# /// note
# title.en = "The old way to read a loss"
# title.zh = "读取损失的老写法"
# device = "cpu"
# raises = "IndexError"
# ///
import torch

loss = torch.tensor(0.5)
loss[0]
