# /// note
# title.en = "The same numbers as seven kinds of index"
# title.zh = "同样的数，七种 dtype 的索引"
# device = "cpu"
# ///
import torch

x = torch.tensor([10, 11, 12, 13])
index = torch.tensor([1, 0, 1, 1])

def outcome(dtype):
    try:
        return str(x[index.to(dtype)])
    except IndexError as error:
        return str(error)

dtypes = (torch.int64, torch.int32, torch.int16, torch.int8,
          torch.uint8, torch.bool, torch.float32)
kinds = {dtype: outcome(dtype) for dtype in dtypes}
[{"index dtype": dtype, "x[index]": result} for dtype, result in kinds.items()]

assert kinds[torch.int64] == kinds[torch.int32] == "tensor([11, 10, 11, 11])"
assert kinds[torch.bool] == kinds[torch.uint8] == "tensor([10, 12, 13])"
assert kinds[torch.float32] == kinds[torch.int8] == kinds[torch.int16]
assert kinds[torch.int8] == "tensors used as indices must be long, int, byte or bool tensors"
