# /// note
# title.en = "The total hangs on a hundred graphs"
# title.zh = "总和牵着一百张图"
# device = "cpu"
# ///
import torch

def depth(node):
    n = 0
    while node is not None:
        node, n = (node.next_functions[0][0] if node.next_functions else None), n + 1
    return n

w = torch.ones(1, requires_grad=True)
total, depths = 0, {}
for step in range(1, 101):
    total = total + (w * 2).sum()
    depths[step] = depth(total.grad_fn)

{step: depths[step] for step in (1, 10, 100)}
assert depths[100] - depths[1] == 99
