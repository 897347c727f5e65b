# /// note
# title.en = "A generator made in the worker"
# title.zh = "在 worker 里创建生成器"
# device = "cpu"
# ///
import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset

class Numbers(Dataset):
    own = None

    def __len__(self):
        return 4

    def __getitem__(self, i):
        if self.own is None:
            self.own = np.random.default_rng(torch.initial_seed())
        return int(self.own.integers(1000))

def epochs():
    torch.manual_seed(0)
    loader = DataLoader(Numbers(), batch_size=2, num_workers=2,
                        multiprocessing_context="fork")
    return [batch.tolist() for epoch in range(2) for batch in loader]

batches = epochs()
batches
assert len({tuple(batch) for batch in batches}) == 4
assert epochs() == batches

def same_for_all(worker):
    np.random.seed(0)

class Global(Numbers):
    def __getitem__(self, i):
        return int(np.random.randint(1000))

# en: the advice that makes it worse
# zh: 越帮越忙的建议
loader = DataLoader(Global(), batch_size=2, num_workers=2, worker_init_fn=same_for_all,
                    multiprocessing_context="fork")
repeated = [batch.tolist() for batch in loader]
repeated
assert repeated[0] == repeated[1]
