# /// note
# title.en = "After the exception there is nothing to go on with"
# title.zh = "捕获之后，已经没有可继续的了"
# device = "cpu"
# ///
import os

from torch.utils.data import DataLoader

class Data:
    def __len__(self):
        return 8

    def __getitem__(self, i):
        if i == 0:
            os._exit(1)
        return i

loaded, failures = [], 0
batches = iter(DataLoader(Data(), num_workers=1))
for _ in range(len(Data())):
    try:
        loaded += next(batches).tolist()
    except (RuntimeError, StopIteration):
        failures += 1
{"loaded": loaded, "failures": failures}
assert loaded == [] and failures == 8
