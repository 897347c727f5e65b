# /// note
# title.en = "One array, one copy"
# title.zh = "一个数组，一次拷贝"
# device = "cpu"
# ///
import numpy as np
import torch

rows = [np.arange(4.0) + i for i in range(3)]
x = torch.from_numpy(np.stack(rows))
x
assert x.shape == (3, 4) and x.dtype == torch.float64
assert torch.equal(x, torch.stack([torch.from_numpy(row) for row in rows]))
