# /// note
# title.en = "retain_graph=True, and what comes after"
# title.zh = "retain_graph=True，以及后来的事"
# device = "cpu"
# ///
import torch
from torch import nn

def size(node):
    seen, todo = set(), [node]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [following for following, _ in node.next_functions]
    return len(seen)

w = torch.ones(2, requires_grad=True)
carried, detached = torch.zeros(2), torch.zeros(2)
rows = []
for step in range(5):
    carried = torch.tanh(carried + w)
    carried.sum().backward(retain_graph=True)
    detached = torch.tanh(detached.detach() + w)
    detached.sum().backward()
    rows.append({"step": step, "nodes, retain_graph": size(carried.grad_fn),
                 "nodes, detach": size(detached.grad_fn)})
rows
assert [row["nodes, retain_graph"] for row in rows] == [3, 5, 7, 9, 11]
assert len({row["nodes, detach"] for row in rows}) == 1

torch.manual_seed(0);
first, second = nn.Linear(3, 3), nn.Linear(3, 1)
loss = second(first(torch.ones(2, 3))).sum()
loss.backward(retain_graph=True)
with torch.no_grad():
    second.weight -= 0.1 * second.weight.grad
try:
    loss.backward()
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert "modified by an inplace operation" in refused
