# /// note
# title.en = "The best epoch, kept in two ways"
# title.zh = "最好的一轮，两种存法"
# device = "cpu"
# ///
import copy

import matplotlib.pyplot as plt
import torch
import torch.nn as nn

truth = torch.randn(30, 1)
x, x_val = torch.randn(20, 30), torch.randn(200, 30)
y, y_val = x @ truth + 3 * torch.randn(20, 1), x_val @ truth

net, best = nn.Linear(30, 1), float("inf")
optimizer, losses = torch.optim.SGD(net.parameters(), lr=0.05), []

def validate():
    with torch.no_grad():
        return nn.functional.mse_loss(net(x_val), y_val).item()

for epoch in range(60):
    losses.append(validate())
    if losses[-1] < best:
        best, reference, snapshot = losses[-1], net.state_dict(), copy.deepcopy(net.state_dict())
    optimizer.zero_grad()
    nn.functional.mse_loss(net(x), y).backward()
    optimizer.step()

result = {}
for name, state in [("reference", reference), ("deepcopy", snapshot)]:
    net.load_state_dict(state)
    result[name] = validate()

fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(losses, label="validation loss");
ax.axhline(result["reference"], color="C3", linestyle=":", label="state_dict(), restored");
ax.axhline(result["deepcopy"], color="C2", linestyle="--", label="deepcopy(state_dict()), restored");
ax.set(xlabel="epoch");
ax.legend();
plt.show()

assert result["deepcopy"] == best < losses[-1]
assert result["reference"] > best
