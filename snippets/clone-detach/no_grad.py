# /// note
# title.en = "Inside no_grad"
# title.zh = "no_grad 之内"
# device = "any"
# ///
from concurrent.futures import ThreadPoolExecutor
import torch

x = torch.ones(2, requires_grad=True)

with torch.no_grad(), ThreadPoolExecutor(1) as pool:
    computed = x * 2
    created = torch.ones(2, requires_grad=True)
    recording_in_other_thread = pool.submit(torch.is_grad_enabled).result()

[{"tensor": "x", "requires_grad": x.requires_grad},
 {"tensor": "computed", "requires_grad": computed.requires_grad},
 {"tensor": "created", "requires_grad": created.requires_grad}]

assert not computed.requires_grad
assert x.requires_grad and created.requires_grad
assert recording_in_other_thread
assert (x * 2).requires_grad
