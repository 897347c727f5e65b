# /// note
# title.en = "Three dimensions, and the wrong one"
# title.zh = "三维输入，选错了维"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

scores = torch.zeros(2, 3, 4)
p = F.softmax(scores)
p.sum(dim=-1)
assert p.sum(dim=-1).eq(2).all()
