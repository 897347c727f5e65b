# /// note
# title.en = "Shuffled duplicates"
# title.zh = "打乱了的重复"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader, IterableDataset

class Stream(IterableDataset):
    def __iter__(self):
        # en: torch's generator is seeded differently in each worker
        # zh: torch 的生成器在每个 worker 里种子都不同
        return iter(torch.randperm(4).tolist())

seen = [int(x) for batch in DataLoader(Stream(), num_workers=2) for x in batch]
sorted(seen)
assert sorted(seen) == [0, 0, 1, 1, 2, 2, 3, 3]
