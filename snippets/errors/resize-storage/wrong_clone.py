# /// note
# title.en = "With clones"
# title.zh = "加上 clone"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

sentences = [torch.ones(5).clone(), torch.ones(3).clone()]
try:
    next(iter(DataLoader(sentences, batch_size=2, num_workers=1)))
except RuntimeError as error:
    last = str(error).splitlines()[-1]
last
assert last == "RuntimeError: Trying to resize storage that is not resizable"
