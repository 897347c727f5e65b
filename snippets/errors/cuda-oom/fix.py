# /// note
# title.en = "Numbers kept for backward: whole, in pieces, checkpointed"
# title.zh = "为反向保存的元素数：整批、分批、激活重算"
# device = "any"
# ///
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

def block():
    layers = [layer for _ in range(4) for layer in (nn.Linear(64, 64), nn.Tanh())]
    return nn.Sequential(*layers)

blocks = nn.ModuleList([block(), block()])
weights = {p.data_ptr() for p in blocks.parameters()}
x = torch.randn(32, 64)

def kept(rows, call=lambda block, h: block(h)):
    sizes = {}
    def note(tensor):
        if tensor.data_ptr() not in weights:
            sizes[tensor.data_ptr()] = tensor.numel()
        return tensor
    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        h = rows
        for block in blocks:
            h = call(block, h)
        loss = h.square().sum() / len(x)
    loss.backward()
    return sum(sizes.values())

def gradient():
    found = blocks[0][0].weight.grad.clone()
    blocks.zero_grad()
    return found

whole, wanted = kept(x), gradient()
pieces, accumulated = max(kept(rows) for rows in x.chunk(4)), gradient()
saved = kept(x, lambda block, h: checkpoint(block, h, use_reentrant=False))
recomputed = gradient()
{"whole batch": whole, "quarter batch": pieces, "checkpointed": saved}

assert pieces == whole / 4 and saved < whole / 2
assert torch.allclose(accumulated, wanted, atol=1e-6)
assert torch.allclose(recomputed, wanted, atol=1e-6)
