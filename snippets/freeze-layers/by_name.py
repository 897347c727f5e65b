# /// note
# title.en = "Freeze by name, and count"
# title.zh = "按名字冻结，并且数一数"
# device = "any"
# ///
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
frozen = ["0.weight", "0.bais"]

for name, parameter in model.named_parameters():
    parameter.requires_grad = name not in frozen

model(torch.ones(1, 2)).sum().backward()
[{"name": name, "requires_grad": p.requires_grad, "has .grad": p.grad is not None}
 for name, p in model.named_parameters()]
assert not model[0].weight.requires_grad and model[0].weight.grad is None
assert model[0].bias.requires_grad

unmatched = set(frozen) - {name for name, _ in model.named_parameters()}
unmatched
assert unmatched == {"0.bais"}

# en: a whole submodule: no names, no typing errors
# zh: 整个子模块：不写名字，也就不会拼错
model[0].requires_grad_(False);
assert [p.requires_grad for p in model.parameters()] == [False, False, True, True]

model.requires_grad_(False);
try:
    model(torch.ones(1, 2)).sum().backward()
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused
