# /// note
# title.en = "Gradient norms over training, before and after clipping"
# title.zh = "训练过程中的梯度范数，裁剪前与裁剪后"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0);
model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(64, 4)
y = 3 * x.square().sum(1, keepdim=True)

before, after = [], []
for step in range(60):
    loss = nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    before.append(nn.utils.clip_grad_norm_(model.parameters(), max_norm=15.0).item())
    after.append(nn.utils.get_total_norm([p.grad for p in model.parameters()]).item())
    optimizer.step()

fig, ax = plt.subplots(figsize=(6, 2.6), layout="constrained")
ax.plot(before, label="clip_grad_norm_(…)");
ax.plot(after, label="get_total_norm(…)");
ax.axhline(15, color="0.5", linestyle=":");
ax.set(xlabel="step", ylabel="norm", ylim=0);
ax.legend();
plt.show()

assert max(after) <= 15.001 and max(before) > 25
assert all(abs(a - min(b, 15)) < 1e-3 for a, b in zip(after, before))
