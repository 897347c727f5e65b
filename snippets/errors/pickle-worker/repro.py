# /// note
# title.en = "A lambda as collate_fn"
# title.zh = "用 lambda 做 collate_fn"
# device = "cpu"
# ///
import pickle
import warnings

import torch
from torch.utils.data import DataLoader

warnings.simplefilter("ignore")
loader = DataLoader(
    torch.arange(4),
    num_workers=1,
    multiprocessing_context="spawn",
    collate_fn=lambda batch: torch.stack(batch),
)
try:
    next(iter(loader))
except (pickle.PicklingError, AttributeError) as error:
    said = f"{type(error).__module__}.{type(error).__name__}: {error}"

print(said)
assert "Can't pickle <function <lambda> at 0x" in said
