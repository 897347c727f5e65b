# /// note
# title.en = "Without workers"
# title.zh = "不用 worker"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch.utils.data import DataLoader

sentences = [torch.ones(5), torch.ones(3)]
next(iter(DataLoader(sentences, batch_size=2, num_workers=0)))
