# /// note
# title.en = "A read-only array, written to"
# title.zh = "只读数组被写入了"
# device = "cpu"
# ///
import warnings

import numpy as np
import torch

a = np.arange(3.0)
a.flags.writeable = False

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    t = torch.from_numpy(a)
print(str(caught[0].message).split(" (Triggered")[0])

t[0] = 99
a
assert a[0] == 99
assert "The given NumPy array is not writable" in str(caught[0].message)
