# /// note
# title.en = "One version for all values"
# title.zh = "所有的值共用一个版本"
# device = "cpu"
# timeout = 30
# ///
import torch

versions = []

def count(graph, inputs):
    versions.append(graph)
    return graph.forward

@torch.compile(backend=count)
def f(x, step):
    return x + step

results = [f(torch.ones(3), torch.tensor(float(step)))[0].item() for step in range(12)]
len(versions)
assert len(versions) == 1 and results == [step + 1 for step in range(12)]
