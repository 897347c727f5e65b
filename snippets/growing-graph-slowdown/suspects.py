# /// note
# title.en = "Four loops, and how the graph behind them grows"
# title.zh = "四种循环，看背后的计算图如何增长"
# device = "cpu"
# ///
import torch

def count(node):
    seen, todo = set(), [node]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [parent for parent, _ in node.next_functions]
    return len(seen)

def after(steps, update):
    weight, kept = torch.ones(2, requires_grad=True), torch.zeros(2)
    for _ in range(steps):
        kept = update(kept, (weight * 2).tanh())
    return count(kept.grad_fn)

suspects = {
    "total = total + loss": lambda kept, out: kept + out,
    "ema = 0.9 * ema + 0.1 * out": lambda kept, out: 0.9 * kept + 0.1 * out,
    "buffer.lerp(out, 0.1)": lambda kept, out: kept.lerp(out, 0.1),
    "total = total + loss.detach()": lambda kept, out: kept + out.detach(),
}
table = {code: (after(10, update), after(100, update)) for code, update in suspects.items()}
[{"in each step": code, "nodes after 10": ten, "after 100": hundred}
 for code, (ten, hundred) in table.items()]

grown = [hundred > 5 * ten for ten, hundred in table.values()]
assert grown == [True, True, True, False] and table["total = total + loss.detach()"] == (0, 0)
