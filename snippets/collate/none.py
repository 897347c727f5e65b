# /// note
# title.en = "A missing sample, and an empty data set"
# title.zh = "缺失的样本与空的数据集"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader, default_collate

samples = [torch.ones(2), None, torch.zeros(2)]

def error(call):
    try:
        call()
    except (AttributeError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

rows = [
    ("[None, None]", error(lambda: next(iter(DataLoader([None, None], batch_size=2))))),
    ("[], shuffle=True", error(lambda: DataLoader([], shuffle=True))),
    ("iter(loader).next()", error(lambda: iter(DataLoader(samples)).next())),
]
rows
assert all(message for _, message in rows)
assert len(DataLoader([])) == 0

def skip_none(samples):
    return default_collate([sample for sample in samples if sample is not None])

batch = next(iter(DataLoader(samples, batch_size=3, collate_fn=skip_none)))
batch
assert batch.tolist() == [[1, 1], [0, 0]]
