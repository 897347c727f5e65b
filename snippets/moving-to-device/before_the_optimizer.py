# /// note
# title.en = "Optimizer first, device second"
# title.zh = "先建优化器，再移动"
# device = "cpu"
# ///
import torch
import torch.nn as nn

model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=1.0)

# en: a dtype stands in for the device: the parameters stay the same objects
# zh: 用 dtype 代替设备：参数还是原来的对象
model.double()
model(torch.ones(1, 1, dtype=torch.float64)).sum().backward()
before = model.bias.item()
optimizer.step()

optimizer.param_groups[0]["params"][0] is model.weight
assert optimizer.param_groups[0]["params"][0] is model.weight
assert abs(model.bias.item() - (before - 1)) < 1e-6

# en: "meta" is one of the devices whose move makes new parameters
# zh: 移到 "meta" 这类设备，会换上新的参数对象
other = nn.Linear(1, 1)
stale = torch.optim.SGD(other.parameters(), lr=1.0)
other.to("meta");
stale.param_groups[0]["params"][0] is other.weight
assert stale.param_groups[0]["params"][0] is not other.weight
