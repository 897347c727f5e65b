# /// note
# title.en = "On the CPU the same batch names the cause"
# title.zh = "同一批数据，CPU 上直接说出原因"
# device = "cpu"
# raises = "IndexError"
# ///
import torch
from torch import nn

model = nn.Sequential(nn.Embedding(10, 4), nn.Linear(4, 4))
model(torch.tensor([3, 10]))
