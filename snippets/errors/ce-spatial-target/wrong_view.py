# /// note
# title.en = "view mixes the steps"
# title.zh = "view 把各步混在一起"
# device = "any"
# ///
import torch
from torch.nn import functional as F

labels = torch.arange(10).reshape(2, 5)
sure = 10.0 * F.one_hot(labels, 10)    # (N, T, C)

right = F.cross_entropy(sure.transpose(1, 2), labels)
wrong = F.cross_entropy(sure.view(2, 10, 5), labels)
{"transpose": round(right.item(), 4), "view": round(wrong.item(), 4)}
assert right < 0.01 and wrong > 1
