# /// note
# title.en = "A list of a few arrays"
# title.zh = "由几个数组组成的列表"
# device = "cpu"
# ///
import numpy as np
import torch

rows = [np.arange(4.0) + i for i in range(3)]
x = torch.tensor(rows)
assert x.shape == (3, 4)
