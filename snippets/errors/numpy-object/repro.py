# /// note
# title.en = "A table with one missing value"
# title.zh = "有一个缺失值的表"
# device = "cpu"
# raises = "TypeError"
# ///
import numpy as np
import torch

table = np.array([[1.5, 2], [3, None]], dtype=object)
torch.from_numpy(table)
