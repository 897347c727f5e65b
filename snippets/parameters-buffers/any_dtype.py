# /// note
# title.en = "Parameter or buffer: which dtypes"
# title.zh = "参数与缓冲区：允许哪些 dtype"
# device = "cpu"
# ///
import torch
from torch import nn

def allowed(make, *arguments):
    try:
        make(*arguments)
        return True
    except RuntimeError:
        return False

def row(dtype):
    t = torch.ones(2, dtype=dtype)
    return {
        "dtype": dtype,
        "parameter": allowed(nn.Parameter, t),
        "frozen parameter": allowed(nn.Parameter, t, False),
        "buffer": allowed(nn.Module().register_buffer, "b", t),
    }

table = [row(dtype) for dtype in (
    torch.float32, torch.float16, torch.complex64, torch.int64, torch.uint8, torch.bool)]
table

trainable = [row["dtype"] for row in table if row["parameter"]]
assert trainable == [torch.float32, torch.float16, torch.complex64]
assert all(row["frozen parameter"] and row["buffer"] for row in table)
