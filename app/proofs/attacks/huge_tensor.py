# en: ask for a tensor of four terabytes
# zh: 申请一个 4 TB 的张量
# ends: memory
import torch

torch.empty(10**12).fill_(1)
print("ESCAPED")
