# /// note
# title.en = "One softmax too many"
# title.zh = "多了一个 softmax"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn
from torch.nn import functional as F

certain, label = torch.tensor([[20.0, 0.0, 0.0]]), torch.tensor([0])
once = F.cross_entropy(certain, label).item()
twice = F.cross_entropy(certain.softmax(1), label).item()
once, twice
assert once < 1e-6 and abs(twice - 0.5514) < 1e-3

torch.manual_seed(0);
x = torch.randn(300, 2)
y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()

def train(softmax_first):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 3))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    curve = []
    for step in range(60):
        scores = model(x)
        loss = F.cross_entropy(scores.softmax(1) if softmax_first else scores, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append((scores.argmax(1) == y).float().mean().item())
    return curve

curves = {"scores": train(False), "scores.softmax(1)": train(True)}
fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for name, curve in curves.items():
    ax.plot(curve, label=name)
ax.set(xlabel="step", ylabel="accuracy");
ax.legend(fontsize=8);
plt.show()

assert curves["scores"][-1] > curves["scores.softmax(1)"][-1] + 0.05
