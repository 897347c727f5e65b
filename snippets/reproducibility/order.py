# /// note
# title.en = "The same seed, one random number more"
# title.zh = "同样的种子，多取一个随机数"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

def order(numbers_before=0, generator=None):
    torch.manual_seed(0)
    torch.rand(numbers_before)
    return [int(sample) for sample in DataLoader(range(6), shuffle=True, generator=generator)]

def own():
    return torch.Generator().manual_seed(0)

rows = [
    {"random numbers before": 0, "generator": "", "order": str(order())},
    {"random numbers before": 0, "generator": "", "order": str(order())},
    {"random numbers before": 1, "generator": "", "order": str(order(1))},
    {"random numbers before": 0, "generator": "own", "order": str(order(0, own()))},
    {"random numbers before": 1, "generator": "own", "order": str(order(1, own()))},
]
rows
orders = [row["order"] for row in rows]
assert orders[0] == orders[1] != orders[2]
assert orders[3] == orders[4]
