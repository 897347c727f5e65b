# /// note
# title.en = "A new head, and an optimizer that knows the old one"
# title.zh = "换了新的头，优化器却只认识旧的"
# device = "cpu"
# ///
import torch
from torch import nn

def missing(model, optimizer):
    held = {id(p) for group in optimizer.param_groups for p in group["params"]}
    return [name for name, p in model.named_parameters()
            if p.requires_grad and id(p) not in held]

model = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
assert missing(model, optimizer) == []

model[1] = nn.Linear(2, 1)
before = model[1].weight.clone()
model(torch.ones(1, 2)).sum().backward()
optimizer.step()

names = missing(model, optimizer)
names
assert torch.equal(model[1].weight, before)
assert names == ["1.weight", "1.bias"]

# en: either build the optimizer afterwards, or add the new parameters to it
# zh: 要么之后再建优化器，要么把新参数加进去
optimizer.add_param_group({"params": model[1].parameters()})
optimizer.step()
assert not torch.equal(model[1].weight, before)
assert missing(model, optimizer) == []
