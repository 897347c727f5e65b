# /// note
# title.en = "On the CPU, the message names the index"
# title.zh = "在 CPU 上，报错会点名是哪个下标"
# device = "cpu"
# raises = "IndexError"
# ///
import torch

x = torch.tensor([0, 0, 0, 1, 1, 1])
y = torch.tensor([4, 6, 3, 7, 10])

x[y]
