# /// note
# title.en = "where instead of if"
# title.zh = "用 where 代替 if"
# device = "cpu"
# timeout = 60
# ///
import torch

@torch.compile(fullgraph=True, backend="eager")
def f(x):
    return torch.where(x.sum() > 0, x, -x)

f(torch.ones(3))
assert f(torch.ones(3)).tolist() == [1, 1, 1]
assert f(-torch.ones(3)).tolist() == [1, 1, 1]
