# /// note
# title.en = "Parameter or buffer: which dtypes"
# title.zh = "参数与缓冲区：允许哪些 dtype"
# device = "cpu"
# ///
import torch
from torch import nn

def allowed(make):
    try:
        make()
        return True
    except RuntimeError:
        return False

dtypes = torch.float32, torch.float16, torch.complex64, torch.int64, torch.uint8, torch.bool
table = {dtype: {
    "Parameter": allowed(lambda: nn.Parameter(torch.ones(2, dtype=dtype))),
    "Parameter, requires_grad=False": allowed(lambda: nn.Parameter(torch.ones(2, dtype=dtype), requires_grad=False)),
    "buffer": allowed(lambda: nn.Module().register_buffer("b", torch.ones(2, dtype=dtype))),
} for dtype in dtypes}
[{"dtype": dtype, **row} for dtype, row in table.items()]

assert table[torch.complex64]["Parameter"]
assert not table[torch.int64]["Parameter"] and not table[torch.bool]["Parameter"]
assert all(row["Parameter, requires_grad=False"] and row["buffer"] for row in table.values())
