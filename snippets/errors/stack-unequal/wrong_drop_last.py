# /// note
# title.en = "drop_last and shuffle do not reshape"
# title.zh = "drop_last 和 shuffle 不改变形状"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch.utils.data import DataLoader

sentences = [torch.ones(3), torch.ones(5), torch.ones(2)]
next(iter(DataLoader(sentences, batch_size=2, drop_last=True, shuffle=False)))
