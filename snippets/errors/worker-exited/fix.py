# /// note
# title.en = "Each sample in a process of its own"
# title.zh = "每个样本放进单独的进程里试"
# device = "cpu"
# ///
import multiprocessing
import os

import torch
from torch.utils.data import DataLoader, Subset

class Data:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i == 2:
            os._exit(1)
        return torch.tensor(i)

fork = multiprocessing.get_context("fork")

def survives(i):
    process = fork.Process(target=data.__getitem__, args=(i,))
    process.start()
    process.join()
    return process.exitcode == 0

data = Data()
good = [i for i in range(len(data)) if survives(i)]
good
batches = list(DataLoader(Subset(data, good), batch_size=3, num_workers=1))
assert good == [0, 1, 3] and batches[0].tolist() == good
