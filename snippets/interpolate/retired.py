# /// note
# title.en = "Four ways to double an image"
# title.zh = "把图像放大一倍的四种写法"
# device = "cpu"
# ///
import warnings

import torch
from torch import nn
from torch.nn import functional as F

x = torch.arange(4.0).reshape(1, 1, 2, 2)
calls = {
    "F.interpolate(x, scale_factor=2)": lambda: F.interpolate(x, scale_factor=2),
    "nn.Upsample(scale_factor=2)(x)": lambda: nn.Upsample(scale_factor=2)(x),
    "F.upsample(x, scale_factor=2)": lambda: F.upsample(x, scale_factor=2),
    "F.upsample_nearest(x, scale_factor=2)": lambda: F.upsample_nearest(x, scale_factor=2),
}

rows, results = [], []
for call, function in calls.items():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        results.append(function())
    rows.append({"call": call, "warning": str(caught[0].message) if caught else ""})
rows
results[0][0, 0]

assert all(torch.equal(result, results[0]) for result in results)
assert [bool(row["warning"]) for row in rows] == [False, False, True, True]
