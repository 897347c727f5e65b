# /// note
# title.en = "Two backward passes, and what is left each time"
# title.zh = "两次反向传播，每次留下什么"
# device = "any"
# ///
import torch
from torch import nn

model = nn.Linear(1, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
rows = []

def note(call):
    gradient = model.weight.grad
    text = str(None if gradient is None else gradient.tolist())
    rows.append({"call": call, "weight.grad": text})

def backward():
    model(torch.ones(1, 1)).sum().backward()

note("")
backward()
note("backward()")
backward()
note("backward()")
optimizer.zero_grad(set_to_none=False)
note("zero_grad(set_to_none=False)")
backward()
note("backward()")
optimizer.zero_grad()
note("zero_grad()")
rows

gradients = [row["weight.grad"] for row in rows]
assert gradients == ["None", "[[1.0]]", "[[2.0]]", "[[0.0]]", "[[1.0]]", "None"]

try:
    model.weight.grad.norm()
    refused = False
except AttributeError as error:
    refused = True
    print(error)
assert refused
