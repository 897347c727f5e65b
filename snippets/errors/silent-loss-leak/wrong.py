# /// note
# title.en = "Nothing is freed while the total refers to it"
# title.zh = "总和还引用着，什么都不会释放"
# device = "cpu"
# ///
import gc

import torch

def depth(node):
    n = 0
    while node is not None:
        node, n = (node.next_functions[0][0] if node.next_functions else None), n + 1
    return n

w = torch.ones(1, requires_grad=True)
total = 0
for step in range(100):
    loss = (w * 2).sum()
    total = total + loss
    del loss
    gc.collect()

depth(total.grad_fn)
assert depth(total.grad_fn) == 103
