# /// note
# title.en = "item() is refused, too"
# title.zh = "item() 同样不行"
# device = "cpu"
# raises = "UserError"
# timeout = 60
# ///
import torch

@torch.compile(fullgraph=True, backend="eager")
def f(x):
    if x.sum().item() > 0:
        return x
    return -x

f(torch.ones(3))
