# /// note
# title.en = "The list stays what it was"
# title.zh = "列表没有变"
# device = "any"
# ///
import torch

batch = [torch.ones(2), torch.ones(2)]
for tensor in batch:
    tensor = tensor.to(torch.float64)

[tensor.dtype for tensor in batch]
assert all(tensor.dtype == torch.float32 for tensor in batch)
