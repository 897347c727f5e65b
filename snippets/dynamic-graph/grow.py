# /// note
# title.en = "The same code, three graphs"
# title.zh = "同一段代码，三张计算图"
# device = "any"
# ///
import torch

w1 = torch.ones(1, requires_grad=True)
w2 = torch.ones(1, requires_grad=True)

def forward(loops):
    h = torch.tensor([2.0])
    for _ in range(loops):
        h = torch.tanh(h * w1)
    if loops > 2:
        h = h + w2
    return h.sum()

def count(node, seen):
    if node is not None and node not in seen:
        seen.add(node)
        for following, _ in node.next_functions:
            count(following, seen)
    return len(seen)

rows = []
for loops in (1, 3, 5):
    w1.grad = w2.grad = None
    y = forward(loops)
    nodes = count(y.grad_fn, set())
    y.backward()
    rows.append({"loops": loops, "nodes": nodes, "w1.grad": str(w1.grad), "w2.grad": str(w2.grad)})
rows

assert [row["nodes"] for row in rows] == [4, 10, 14]
assert rows[0]["w2.grad"] == "None"
assert w2.grad.item() == 1.0
w2.grad = None
torch.optim.SGD([w2], lr=0.1, weight_decay=0.1).step()
assert w2.item() == 1.0
assert forward(3).grad_fn is not forward(3).grad_fn
