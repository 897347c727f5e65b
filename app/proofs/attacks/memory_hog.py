# en: take all the memory there is
# zh: 占满所有内存
# ends: memory
import torch

held = []
for _ in range(1000):
    held.append(torch.ones(8_000_000))
print("ESCAPED")
