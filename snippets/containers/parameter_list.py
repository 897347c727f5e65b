# /// note
# title.en = "A list for parameters"
# title.zh = "放参数的列表"
# device = "any"
# ///
import torch
from torch import nn

model = nn.Module()
model.scales = nn.ParameterList([nn.Parameter(torch.ones(1)), torch.zeros(2)])
model.scales.append("a string");
model.plain = [nn.Parameter(torch.ones(1))]

[{"name": name, "type": type(value).__name__} for name, value in model.named_parameters()]
assert [name for name, _ in model.named_parameters()] == ["scales.0", "scales.1"]
assert isinstance(model.scales[1], nn.Parameter)
assert len(model.scales) == 3 and list(model.state_dict()) == ["scales.0", "scales.1"]

lonely = nn.Module()
lonely.plain = [nn.Parameter(torch.ones(1))]
try:
    torch.optim.SGD(lonely.parameters(), lr=0.1)
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
