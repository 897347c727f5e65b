# /// note
# title.en = "A higher limit, more compilations"
# title.zh = "上限更高，编译更多"
# device = "cpu"
# timeout = 30
# ///
import torch
import torch._dynamo

torch._dynamo.config.recompile_limit = 64
versions = []

def count(graph, inputs):
    versions.append(graph)
    return graph.forward

@torch.compile(backend=count)
def f(x, name):
    return x + len(name)

for step in range(12):
    f(torch.ones(3), f"step{step}")
len(versions)
assert len(versions) == 12
