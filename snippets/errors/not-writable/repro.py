# /// note
# title.en = "Read-only, and changed"
# title.zh = "只读，还是被改了"
# device = "cpu"
# ///
import numpy as np
import torch

array = np.arange(3.0)
array.flags.writeable = False
tensor = torch.from_numpy(array)
tensor[0] = 99
array
assert array.tolist() == [99, 1, 2]
