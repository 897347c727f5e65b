# /// note
# title.en = "Four numbers, several standard deviations"
# title.zh = "四个数，好几种标准差"
# device = "cpu"
# ///
import numpy as np
import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0])

calls = ("x.std()", "x.std(correction=0)", "x.std(unbiased=False)",
         "np.std(x.numpy())", "np.std(x.numpy(), ddof=1)", "x.var()", "torch.cov(x)", "np.var(x.numpy())")
table = {call: float(eval(call)) for call in calls}
[{"call": call, "value": f"{value:.4f}"} for call, value in table.items()]

def close(a, b):
    return abs(table[a] - table[b]) < 1e-6

assert close("x.std(correction=0)", "np.std(x.numpy())")
assert close("x.std(correction=0)", "x.std(unbiased=False)")
assert close("x.std()", "np.std(x.numpy(), ddof=1)") and close("x.var()", "torch.cov(x)")
assert not close("x.std()", "np.std(x.numpy())")
assert abs(table["x.var()"] - 5 / 3) < 1e-6 and table["np.var(x.numpy())"] == 5 / 4
