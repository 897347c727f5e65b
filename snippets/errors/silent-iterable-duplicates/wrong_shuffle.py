# /// note
# title.en = "No indices to shuffle"
# title.zh = "没有下标可打乱"
# device = "cpu"
# raises = "ValueError"
# ///
from torch.utils.data import DataLoader, IterableDataset

class Stream(IterableDataset):
    def __iter__(self):
        return iter(range(4))

DataLoader(Stream(), num_workers=2, shuffle=True)
