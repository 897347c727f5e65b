# /// note
# title.en = "The same seed for all of them"
# title.zh = "所有 worker 用同一个种子"
# device = "cpu"
# timeout = 30
# ///
import numpy as np
from torch.utils.data import DataLoader

class Data:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return int(np.random.randint(1000))

loader = DataLoader(Data(), num_workers=2, worker_init_fn=lambda worker: np.random.seed(0))
drawn = [int(batch) for batch in loader]
drawn
assert drawn[0] == drawn[1] and drawn[2] == drawn[3]
