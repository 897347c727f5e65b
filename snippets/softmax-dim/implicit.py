# /// note
# title.en = "The dimension that is guessed"
# title.zh = "不写时猜的是哪一维"
# device = "any"
# ///
import warnings

import torch
from torch import nn

def guessed(shape):
    x = torch.arange(24.0)[:torch.Size(shape).numel()].reshape(shape)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        y = nn.Softmax()(x)
    assert "Implicit dimension choice for softmax has been deprecated" in str(caught[0].message)
    dims = [dim for dim in range(x.dim()) if torch.allclose(y.sum(dim), torch.ones(()))]
    return dims[0]

rows = [{"shape": str(shape), "softmax over": guessed(shape), "last dimension": len(shape) - 1}
        for shape in ((4,), (3, 4), (2, 3, 4), (1, 2, 3, 4))]
rows
assert [row["softmax over"] for row in rows] == [0, 1, 0, 1]
