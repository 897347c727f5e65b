# /// note
# title.en = "A copy of one's own"
# title.zh = "拷贝一份"
# device = "cpu"
# ///
import numpy as np
import torch

array = np.arange(3.0)
array.flags.writeable = False
tensor = torch.tensor(array)
tensor[0] = 99
array
assert array.tolist() == [0, 1, 2]
