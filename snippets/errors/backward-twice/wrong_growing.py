# /// note
# title.en = "A graph that grows with every step"
# title.zh = "一步比一步长的计算图"
# device = "cpu"
# ///
import torch
from torch import nn

def size(node, seen):
    if node is not None and node not in seen:
        seen.add(node)
        for following, _ in node.next_functions:
            size(following, seen)
    return len(seen)

cell, state, sizes = nn.RNNCell(4, 4), torch.zeros(1, 4), {}
for step in range(1, 61):
    state = cell(torch.ones(1, 4), state)
    state.sum().backward(retain_graph=True)
    if step in (1, 20, 60):
        sizes[step] = size(state.grad_fn, set())
[{"step": step, "nodes in the graph": nodes} for step, nodes in sizes.items()]
assert sizes[60] > 30 * sizes[1]
