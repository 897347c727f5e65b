# /// note
# title.en = "Graph nodes still held, step by step"
# title.zh = "逐步数一数还留着多少计算图节点"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch

w = torch.ones(1000, requires_grad=True)

def nodes(value):
    seen, stack = set(), [getattr(value, "grad_fn", None)]
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen.add(node)
            stack += [following for following, _ in node.next_functions]
    return len(seen)

def follow(keep):
    total, held = 0, []
    for step in range(50):
        loss = ((w * 2) ** 2).sum()
        total = total + keep(loss)
        held.append(nodes(total))
    return held, total

curves = {
    "total + loss": follow(lambda loss: loss),
    "total + loss.detach()": follow(lambda loss: loss.detach()),
    "total + loss.item()": follow(lambda loss: loss.item()),
}
fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for (name, (held, _)), style in zip(curves.items(), ("-", "-", "--")):
    ax.plot(held, style, label=name)
ax.set(xlabel="step", ylabel="nodes");
ax.legend(fontsize=8);
plt.show()

[{"code": name, "nodes": held[-1], "type": type(total).__name__}
 for name, (held, total) in curves.items()]
assert curves["total + loss"][0][-1] == 201
assert curves["total + loss.detach()"][0][-1] == curves["total + loss.item()"][0][-1] == 0
totals = [torch.as_tensor(total).item() for _, total in curves.values()]
assert totals[0] == totals[1] == totals[2]
