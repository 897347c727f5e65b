# /// note
# title.en = "Four workers where one core may be used"
# title.zh = "只能用一个核，却要四个 worker"
# device = "cpu"
# ///
import os
import warnings

from torch.utils.data import DataLoader

os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    DataLoader(range(4), num_workers=4);

for warning in caught:
    print(f"{warning.category.__name__}: {warning.message}")
assert "will create 4 worker processes" in str(caught[0].message)
