# /// note
# title.en = "Memory that NumPy owns"
# title.zh = "NumPy 的内存"
# device = "cpu"
# raises = "RuntimeError"
# ///
import numpy as np
import torch

x = torch.from_numpy(np.ones(3))
x.resize_(5)
