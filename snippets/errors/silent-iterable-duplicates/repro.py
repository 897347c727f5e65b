# /// note
# title.en = "Four samples, eight arrive"
# title.zh = "四个样本，来了八个"
# device = "cpu"
# ///
from torch.utils.data import DataLoader, IterableDataset

class Stream(IterableDataset):
    def __iter__(self):
        return iter(range(4))

seen = sorted(int(x) for batch in DataLoader(Stream(), num_workers=2) for x in batch)
seen
assert seen == [0, 0, 1, 1, 2, 2, 3, 3]
