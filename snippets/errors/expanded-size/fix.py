# /// note
# title.en = "A slice, padding, or a cut"
# title.zh = "切片、补齐或截断"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

buffer = torch.zeros(3, 4)
short, long = torch.ones(3), torch.ones(6)

buffer[0, :len(short)] = short
buffer[1] = F.pad(short, (0, 4 - len(short)), value=-1)
buffer[2] = long[:4]
buffer
assert buffer.tolist() == [[1, 1, 1, 0], [1, 1, 1, -1], [1, 1, 1, 1]]
