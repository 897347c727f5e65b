# /// note
# title.en = "No batch at all"
# title.zh = "根本没拼成批次"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

samples = [torch.ones(2), None]
batch = next(iter(DataLoader(samples, batch_size=2, collate_fn=lambda batch: batch)))
batch
assert isinstance(batch, list) and batch[1] is None
