# /// note
# title.en = "Positions from linspace"
# title.zh = "linspace 给出的位置"
# device = "any"
# raises = "IndexError"
# ///
import torch

x = torch.arange(10)
index = torch.linspace(0, 9, 3)
x[index]
