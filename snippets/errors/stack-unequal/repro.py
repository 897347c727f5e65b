# /// note
# title.en = "Three sentences of different length"
# title.zh = "三个句子长短不一"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch.utils.data import DataLoader

sentences = [torch.ones(3), torch.ones(5), torch.ones(2)]
next(iter(DataLoader(sentences, batch_size=2)))
