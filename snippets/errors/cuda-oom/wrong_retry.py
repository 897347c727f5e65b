# /// note
# title.en = "Inside except, the failed step's tensor is still alive"
# title.zh = "在 except 里，失败那一步的张量还活着"
# device = "any"
# ///
import weakref

import torch

def step():
    activations = torch.ones(1000)
    seen.append(weakref.ref(activations))
    raise RuntimeError("out of memory")

seen = []
try:
    step()
except RuntimeError:
    alive_inside = seen[0]() is not None
alive_after = seen[0]() is not None

{"inside except": alive_inside, "after it": alive_after}
assert alive_inside and not alive_after
