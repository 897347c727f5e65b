# /// note
# title.en = "Traced, not compiled"
# title.zh = "只追踪，不编译"
# device = "cpu"
# timeout = 60
# ///
import torch

def function(x):
    return x.sin() + 1

traced = torch.compile(function, backend="aot_eager", fullgraph=True)
x = torch.ones(3)
traced(x)
assert traced(x).equal(function(x))
