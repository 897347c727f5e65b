# /// note
# title.en = "Pages copied because a worker looked at them"
# title.zh = "worker 看了一眼，就被复制的内存页"
# device = "cpu"
# ///
import resource

import numpy as np
from torch.utils.data import DataLoader, Dataset

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

class Names(Dataset):
    def __init__(self, names):
        self.names = names

    def __len__(self):
        return 2

    def __getitem__(self, i):
        before = faults()
        for name in self.names:
            pass
        return faults() - before

class Array(Names):
    def __getitem__(self, i):
        before = faults()
        self.names.view(np.uint8).max()
        return faults() - before

names = [f"images/{i:08d}.jpg" for i in range(100_000)]

def first_two(data):
    return [int(n) for n in DataLoader(data, num_workers=1, multiprocessing_context="fork")]

by_list = first_two(Names(names))
by_array = first_two(Array(np.array(names, dtype="S")))

# en: the first pass touches every object's reference count, the second finds its own copies
# zh: 第一遍碰到每个对象的引用计数，第二遍用的已是自己的副本
[{"data": "list", "first pass, pages": round(by_list[0], -3),
  "second": round(by_list[1], -3)},
 {"data": "array", "first pass, pages": round(by_array[0], -3),
  "second": round(by_array[1], -3)}]
assert by_list[0] > 400 > 10 * by_list[1]
assert by_array[0] < by_list[0] / 5
