# /// note
# title.en = "None is left out"
# title.zh = "剔除 None"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader, default_collate

samples = [torch.ones(2), None, torch.zeros(2)]

def without_none(batch):
    kept = [sample for sample in batch if sample is not None]
    if not kept:
        raise ValueError("no sample of this batch could be read")
    return default_collate(kept)

batch = next(iter(DataLoader(samples, batch_size=3, collate_fn=without_none)))
batch
assert batch.shape == (2, 2)
