# /// note
# title.en = "One loop, and three loops with a branch"
# title.zh = "循环一次，与循环三次外加一个分支"
# device = "any"
# ///
import matplotlib.pyplot as plt
import torch

w1 = torch.ones(1, requires_grad=True)
w2 = torch.ones(1, requires_grad=True)

def forward(loops):
    h = torch.tensor([2.0])
    for _ in range(loops):
        h = torch.tanh(h * w1)
    return (h + w2 if loops > 2 else h).sum()

def depths(node, depth=0, found=None):
    found = {} if found is None else found
    found[node] = max(depth, found.get(node, 0))
    for following, _ in node.next_functions:
        if following is not None:
            depths(following, depth + 1, found)
    return found

def label(node):
    if hasattr(node, "variable"):
        return "w1" if node.variable is w1 else "w2"
    return node.name().removesuffix("Backward0")

fig, axes = plt.subplots(2, 1, figsize=(6.5, 3), layout="constrained")
sizes = []
for ax, loops in zip(axes, (1, 3)):
    found = depths(forward(loops).grad_fn)
    sizes.append(len(found))
    where = {node: (-depth, 1 if label(node) == "w2" else 0) for node, depth in found.items()}
    for node, place in where.items():
        leaf = hasattr(node, "variable")
        ax.annotate(label(node), place, ha="center", va="center", fontsize=8, zorder=3,
                    bbox={"boxstyle": "round", "fc": "lightyellow" if leaf else "white", "ec": "gray"})
        for following, _ in node.next_functions:
            if following is not None:
                rad = 0.25 * (place[0] - where[following][0] > 1)
                edge = {"arrowstyle": "-", "color": "gray", "connectionstyle": f"arc3,rad={rad}"}
                ax.annotate("", place, where[following], zorder=1, arrowprops=edge)
    ax.set(xlim=(-8, 0.5), ylim=(-1.4, 1.6))
    ax.axis("off")
plt.show()

assert sizes == [4, 10]
