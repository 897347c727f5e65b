# /// note
# title.en = "Rounded on the way there, straight through on the way back"
# title.zh = "去程取整，回程直通"
# device = "any"
# ///
import matplotlib.pyplot as plt
import torch

def straight_through(x):
    return x + (x.round() - x).detach()

x = torch.linspace(-2, 2, 201, requires_grad=True)
curves = {"x.round()": x.round(), "x + (x.round() - x).detach()": straight_through(x)}

fig, axes = plt.subplots(1, 2, figsize=(6, 2.6), sharey=True, layout="constrained")
slopes = []
for ax, (name, y) in zip(axes, curves.items()):
    slopes.append(torch.autograd.grad(y.sum(), x)[0])
    ax.plot(x.tolist(), y.tolist(), label="y")
    ax.plot(x.tolist(), slopes[-1].tolist(), "--", label="dy/dx")
    ax.set_title(name, fontsize=9)
axes[0].legend();
plt.show()

assert torch.equal(slopes[0], torch.zeros(201)) and torch.equal(slopes[1], torch.ones(201))
assert torch.allclose(curves["x.round()"], curves["x + (x.round() - x).detach()"])

torch.manual_seed(0);
scores = torch.tensor([0.2, 1.7, 0.1], requires_grad=True)
choice = torch.nn.functional.gumbel_softmax(scores, hard=True)
choice
slope = torch.autograd.grad((choice * torch.tensor([1.0, 2.0, 3.0])).sum(), scores)[0]
assert sorted(choice.tolist())[:2] == [0.0, 0.0] and abs(choice.sum().item() - 1) < 1e-6
assert slope.abs().sum() > 0
