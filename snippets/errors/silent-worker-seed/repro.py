# /// note
# title.en = "Two workers, two epochs, two different numbers"
# title.zh = "两个 worker、两轮，只有两个不同的数"
# device = "cpu"
# timeout = 30
# ///
import numpy as np
from torch.utils.data import DataLoader

class Data:
    def __init__(self):
        self.rng = np.random.default_rng(0)

    def __len__(self):
        return 4

    def __getitem__(self, i):
        return int(self.rng.integers(1000))

loader = DataLoader(Data(), num_workers=2)
epochs = [[int(batch) for batch in loader] for epoch in range(2)]
epochs
assert epochs[0] == epochs[1]
assert len(set(epochs[0])) == 2
