# /// note
# title.en = "A float tensor, old or new"
# title.zh = "浮点张量，原有的或新建的"
# device = "cpu"
# ///
import torch

count = torch.zeros(3, dtype=torch.long)
count = count + 0.5
count

x = torch.arange(3, dtype=torch.float32)
x /= 2
assert count.dtype == torch.float32 and x.tolist() == [0, 0.5, 1]
