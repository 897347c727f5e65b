# /// note
# title.en = "A hidden state carried over, with and without detach"
# title.zh = "传下去的隐藏状态：不 detach 与 detach"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch

def count(node):
    seen, todo = set(), [node]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [parent for parent, _ in node.next_functions]
    return len(seen)

weight = torch.ones(8, 8, requires_grad=True)

def train(detach, steps=60):
    hidden, nodes = torch.zeros(1, 8), []
    for _ in range(steps):
        if detach:
            hidden = hidden.detach()
        hidden = torch.tanh(hidden @ weight * 0.1 + 1)
        loss = hidden.sum()
        loss.backward(retain_graph=True)
        nodes.append(count(loss.grad_fn))
    return nodes

carried, detached = train(False), train(True)
fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(carried, label="hidden");
ax.plot(detached, label="hidden.detach()");
ax.set(xlabel="step", ylabel="nodes that backward visits");
ax.legend();
plt.show()

growth = {now - before for before, now in zip(carried[1:], carried[2:])}
assert growth == {4} and carried[-1] > 200
assert set(detached) == {detached[0]}
