# /// note
# title.en = "With a GradScaler"
# title.zh = "配合 GradScaler"
# device = "cpu"
# ///
import torch
from torch import nn

def moved(unscale):
    torch.manual_seed(0)
    model = nn.Linear(3, 1, bias=False)
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    scaler = torch.amp.GradScaler("cpu")
    before = model.weight.detach().clone()
    loss = model(torch.full((1, 3), 100.0)).sum()
    scaler.scale(loss).backward()
    if unscale:
        scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
    scaler.step(optimizer)
    scaler.update()
    return (model.weight - before).norm().item()

{"with unscale_": moved(True), "without": moved(False)}
assert abs(moved(True) - 1) < 1e-3
assert moved(False) < 1e-4
