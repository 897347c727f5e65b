# /// note
# title.en = "Batches of one"
# title.zh = "一个样本算一批"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

sentences = [torch.ones(3), torch.ones(5), torch.ones(2)]
shapes = [tuple(x.shape) for x in DataLoader(sentences, batch_size=1)]
shapes
assert all(rows == 1 for rows, _ in shapes)
