# /// note
# title.en = "A branch on a sum"
# title.zh = "按求和结果分支"
# device = "cpu"
# raises = "Unsupported"
# timeout = 60
# ///
import torch

@torch.compile(fullgraph=True, backend="eager")
def f(x):
    if x.sum() > 0:
        return x
    return -x

f(torch.ones(3))
