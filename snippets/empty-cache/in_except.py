# /// note
# title.en = "An error keeps the tensors of its function alive"
# title.zh = "异常会让函数里的张量活下去"
# device = "any"
# ///
import weakref

import torch

seen = []

def step():
    activations = torch.ones(1000)
    seen.append(weakref.ref(activations))
    raise RuntimeError("CUDA out of memory, let us say")

try:
    step()
except RuntimeError:
    inside = seen[0]() is not None

outside = seen[0]() is not None
[{"asked": "inside except", "activations alive": inside},
 {"asked": "after it", "activations alive": outside}]
assert inside and not outside
