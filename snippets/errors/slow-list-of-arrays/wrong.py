# /// note
# title.en = "Another constructor, the same walk"
# title.zh = "换个构造函数，走的还是那条路"
# device = "cpu"
# ///
import numpy as np
import torch

rows = [np.arange(4.0) + i for i in range(3)]
x = torch.FloatTensor(rows)
assert torch.equal(x, torch.from_numpy(np.stack(rows)).float())
