# /// note
# title.en = "use_reentrant left out"
# title.zh = "没写 use_reentrant"
# device = "cpu"
# ///
import warnings

import torch
from torch.utils.checkpoint import checkpoint

block = torch.nn.Linear(2, 2)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    out = checkpoint(block, torch.ones(1, 2, requires_grad=True))
[str(warning.message) for warning in caught]
assert "use_reentrant" in str(caught[0].message)
