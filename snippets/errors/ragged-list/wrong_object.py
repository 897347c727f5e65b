# /// note
# title.en = "An array of lists is no tensor either"
# title.zh = "列表组成的数组也变不成张量"
# device = "cpu"
# raises = "TypeError"
# ///
import numpy as np
import torch

rows = np.array([[1, 2, 3], [4, 5]], dtype=object)
torch.tensor(rows)
