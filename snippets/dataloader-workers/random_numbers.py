# /// note
# title.en = "Random numbers from two workers, in two epochs"
# title.zh = "两个 worker 在两个 epoch 里取到的随机数"
# device = "cpu"
# ///
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

class Numbers(Dataset):
    def __init__(self):
        self.own = np.random.default_rng(0)

    def __len__(self):
        return 4

    def __getitem__(self, i):
        by_torch = torch.randint(1000, (1,)).item()
        return np.random.randint(1000), int(self.own.integers(1000)), by_torch

torch.manual_seed(0);
data, rows = Numbers(), []
for epoch in range(2):
    loader = DataLoader(data, batch_size=2, num_workers=2, multiprocessing_context="fork")
    for worker, (by_numpy, by_own, by_torch) in enumerate(loader):
        rows.append({"epoch": epoch, "worker": worker, "np.random": str(by_numpy.tolist()),
                     "self.own": str(by_own.tolist()), "torch": str(by_torch.tolist())})
rows

distinct = {name: len({row[name] for row in rows})
            for name in ("np.random", "self.own", "torch")}
distinct
assert distinct == {"np.random": 4, "self.own": 1, "torch": 4}
