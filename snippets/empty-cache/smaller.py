# /// note
# title.en = "A batch of 32 in four pieces, the same gradient"
# title.zh = "32 个样本分四次算，梯度相同"
# device = "cpu"
# ///
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint_sequential

torch.manual_seed(0)
layers = [nn.Sequential(nn.Linear(64, 64), nn.Tanh()) for _ in range(16)]
model = nn.Sequential(*layers, nn.Linear(64, 1))
x, y = torch.randn(32, 64), torch.randn(32, 1)

def run(forward, pieces):
    counted = {p.data_ptr() for p in model.parameters()}
    largest = 0
    model.zero_grad()
    for part, target in zip(x.chunk(pieces), y.chunk(pieces)):
        saved = {}

        def pack(tensor):
            if tensor.untyped_storage().data_ptr() not in counted:
                saved[tensor.data_ptr()] = tensor.nbytes
            return tensor

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            loss = F.mse_loss(forward(part), target)
        largest = max(largest, sum(saved.values()))
        (loss / pieces).backward()
    return largest, model[0][0].weight.grad.clone()

whole = run(model, 1)
accumulated = run(model, 4)
recomputed = run(lambda part: checkpoint_sequential(model, 4, part, use_reentrant=False), 1)

ways = {"the whole batch": whole, "four pieces, gradients added up": accumulated,
        "checkpoint_sequential": recomputed}
[{"way": way, "kept for backward, kB": round(kept / 1000)} for way, (kept, _) in ways.items()]

assert torch.allclose(whole[1], accumulated[1], atol=1e-6) and torch.allclose(whole[1], recomputed[1])
assert accumulated[0] < whole[0] / 3 and recomputed[0] < whole[0] / 2
