# /// note
# title.en = "Median and NaN"
# title.zh = "中位数与 NaN"
# device = "cpu"
# ///
import numpy as np
import torch

x = torch.tensor([4.0, 1.0, 3.0, 2.0])
[{"call": call, "value": float(eval(call))} for call in (
    "x.median()", "np.median(x.numpy())", "x.quantile(0.5)")]
assert x.median() == 2.0 and np.median(x.numpy()) == x.quantile(0.5) == 2.5

y = torch.tensor([[1.0, float("nan"), 3.0]])
y.max(1).values, y.argmax(1), y.nanmedian(1).values
assert y.max(1).values.isnan() and y.argmax(1).item() == 1
assert y.nanmedian(1).values.item() == 1.0
