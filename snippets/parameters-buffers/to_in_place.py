# /// note
# title.en = "A module changes in place, a tensor does not"
# title.zh = "模块就地改变，张量不会"
# device = "cpu"
# ///
import torch
from torch import nn

model, tensor = nn.Linear(2, 2), torch.ones(2)
weight = model.weight
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
model(tensor).sum().backward()
optimizer.step()

to_itself = {
    "model.to(torch.float64)": model.to(torch.float64) is model,
    "tensor.to(torch.float64)": tensor.to(torch.float64) is tensor,
    "tensor.to(torch.float32)": tensor.to(torch.float32) is tensor,
}
[{"call": call, "returns the same object": same} for call, same in to_itself.items()]
weight.dtype, tensor.dtype

assert list(to_itself.values()) == [True, False, True]
assert weight.dtype == torch.float64 and tensor.dtype == torch.float32

# en: does the optimizer, made before, still hold the model's weight?
# zh: 之前建好的优化器，手里拿的还是模型的权重吗？
held = optimizer.param_groups[0]["params"][0]
assert held is model.weight is weight
assert optimizer.state[weight]["momentum_buffer"].dtype == torch.float32

model.to("meta");
assert held is not model.weight

try:
    model.to(torch.int64)
except TypeError as error:
    print(error)
