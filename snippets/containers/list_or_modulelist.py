# /// note
# title.en = "The same layers, in a list and in a ModuleList"
# title.zh = "同样的层，放在列表里与放在 ModuleList 里"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self, container):
        super().__init__()
        self.hidden = container([nn.Linear(1, 16), nn.Tanh(), nn.Dropout(0.0)])
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.head(x)

def describe(container):
    net = Net(container).double().eval()
    return {"container": container.__name__, "parameters": len(list(net.parameters())),
            "in state_dict": len(net.state_dict()),
            "dtype after double()": net.hidden[0].weight.dtype,
            "training after eval()": net.hidden[2].training}

rows = [describe(list), describe(nn.ModuleList)]
rows
assert list(rows[0].values()) == ["list", 2, 2, torch.float32, True]
assert list(rows[1].values()) == ["ModuleList", 4, 4, torch.float64, False]

def train(container):
    torch.manual_seed(0)
    net, losses = Net(container), []
    first = net.hidden[0].weight.clone()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    x = torch.linspace(-3, 3, 64).unsqueeze(1)
    for _ in range(60):
        loss = nn.functional.mse_loss(net(x), torch.sin(x))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses, torch.equal(first, net.hidden[0].weight)

stuck, trained = train(list), train(nn.ModuleList)
fig, ax = plt.subplots(figsize=(6, 2.5), layout="constrained")
ax.plot(stuck[0], label="list");
ax.plot(trained[0], label="ModuleList");
ax.set(xlabel="step", ylabel="loss", yscale="log");
ax.legend();
plt.show()

assert stuck[1] and not trained[1]
assert stuck[0][-1] > 2 * trained[0][-1]
