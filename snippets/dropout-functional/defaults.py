# /// note
# title.en = "The default of training=, asked of each function"
# title.zh = "逐个查看 training= 的默认值"
# ///
import inspect

import torch
import torch.nn.functional as F

def default(function):
    return inspect.signature(function).parameters["training"].default

drops = [F.dropout, F.dropout1d, F.dropout2d, F.dropout3d]
waits = [F.alpha_dropout, F.feature_alpha_dropout, F.rrelu]
[{"function": f"F.{f.__name__}", "training=": default(f)} for f in drops + waits]

x = torch.ones(1000)
assert all(default(f) is True for f in drops)
assert (F.dropout(x) == 0).any()

assert all(default(f) is False for f in waits)
assert torch.equal(F.alpha_dropout(x), x)
