# /// note
# title.en = "A generator made in the worker"
# title.zh = "在 worker 里建生成器"
# device = "cpu"
# timeout = 30
# seed = 0
# ///
import numpy as np
import torch
from torch.utils.data import DataLoader

class Data:
    rng = None

    def __len__(self):
        return 4

    def __getitem__(self, i):
        if self.rng is None:
            self.rng = np.random.default_rng(torch.initial_seed())
        return int(self.rng.integers(1000)), int(torch.randint(1000, ()))

loader = DataLoader(Data(), num_workers=2)
numpy, torchs = zip(*[pair for epoch in range(2) for pair in loader])
assert len(set(map(int, numpy))) > 4
assert len(set(map(int, torchs))) > 4
