# /// note
# title.en = "A path without return"
# title.zh = "有条路径没有 return"
# device = "cpu"
# raises = "TypeError"
# ///
import torch
from torch.utils.data import DataLoader, Dataset

class Numbers(Dataset):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i > 5:
            return torch.ones(2)

next(iter(DataLoader(Numbers(), batch_size=2)))
