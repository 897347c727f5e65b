# /// note
# title.en = "What is guessed, by number of dimensions"
# title.zh = "不同维数猜的是哪一维"
# device = "cpu"
# ///
import warnings

import torch
from torch.nn import functional as F

warnings.simplefilter("ignore")

def guessed(ndim):
    x = torch.randn(*range(2, 2 + ndim))
    same = [torch.equal(F.softmax(x), F.softmax(x, dim=dim)) for dim in range(ndim)]
    return same.index(True)

[{"dimensions": ndim, "dim": guessed(ndim)} for ndim in (1, 2, 3, 4)]
assert [guessed(ndim) for ndim in (1, 2, 3, 4)] == [0, 1, 0, 1]
