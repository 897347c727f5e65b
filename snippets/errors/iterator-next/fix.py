# /// note
# title.en = "One iterator, started anew when it ends"
# title.zh = "一个迭代器，用完再重新开始"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

loader = DataLoader(torch.arange(4), batch_size=2)
iterator = iter(loader)
seen = []
for step in range(3):
    try:
        batch = next(iterator)
    except StopIteration:
        iterator = iter(loader)
        batch = next(iterator)
    seen.append(batch.tolist())

seen
assert seen == [[0, 1], [2, 3], [0, 1]]
