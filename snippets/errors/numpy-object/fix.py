# /// note
# title.en = "None becomes nan, the rest float32"
# title.zh = "None 变成 nan，其余转成 float32"
# device = "cpu"
# ///
import numpy as np
import torch

table = np.array([[1.5, 2], [3, None]], dtype=object)
odd = [cell for cell in table.flat if not isinstance(cell, (int, float))]
odd

numbers = np.where(table == None, np.nan, table).astype(np.float32)
torch.from_numpy(numbers)
assert odd == [None]
assert torch.from_numpy(numbers)[0].tolist() == [1.5, 2]
assert torch.from_numpy(numbers)[1, 1].isnan()
