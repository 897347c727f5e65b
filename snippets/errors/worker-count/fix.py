# /// note
# title.en = "As many as there are cores to use"
# title.zh = "有几个可用的核，就开几个"
# device = "cpu"
# ///
import os
import warnings

from torch.utils.data import DataLoader

warnings.simplefilter("error")
cores = len(os.sched_getaffinity(0))
loader = DataLoader(range(4), num_workers=min(4, cores))
assert 1 <= loader.num_workers <= cores
