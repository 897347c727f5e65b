# /// note
# title.en = "Frozen after ten steps, and what then"
# title.zh = "十步之后冻结，然后呢"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

def follow(zero):
    torch.manual_seed(0)
    model = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=0.1)
    path = []
    for step in range(40):
        if step == 10:
            model.weight.requires_grad_(False)
        zero(optimizer)
        (model(torch.ones(1, 2)) - 1).square().sum().backward()
        optimizer.step()
        path.append(model.weight[0, 0].item())
    return path

paths = {
    "zero_grad()": follow(lambda o: o.zero_grad()),
    "zero_grad(set_to_none=False)": follow(lambda o: o.zero_grad(set_to_none=False)),
}
fig, ax = plt.subplots(figsize=(6, 2.6), layout="constrained")
for name, path in paths.items():
    ax.plot(path, label=name)
ax.axvline(10, color="0.6", linestyle=":");
ax.set(xlabel="step", ylabel="weight[0, 0]");
ax.legend(fontsize=8);
plt.show()

moved = {name: len(set(path[9:])) > 1 for name, path in paths.items()}
moved
assert moved == {"zero_grad()": False, "zero_grad(set_to_none=False)": True}

# en: no zero_grad() at all between freezing and step()
# zh: 冻结与 step() 之间完全不调用 zero_grad()
model = nn.Linear(2, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model(torch.ones(1, 2)).sum().backward()
model.weight.requires_grad_(False);
before = model.weight.clone()
optimizer.step()
assert not torch.equal(model.weight, before)
