# /// note
# title.en = "Always the first batch"
# title.zh = "永远是第一个批次"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(6), batch_size=2)
seen = [next(iter(loader)).tolist() for step in range(3)]
seen
assert seen == [[0, 1], [0, 1], [0, 1]]
