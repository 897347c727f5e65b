# /// note
# title.en = "The same batch of 32, normalised in groups"
# title.zh = "同样的 32 个样本，分组归一化"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
torch.manual_seed(0)
x = torch.randn(512, 8)
y = (x[:, :1] * x[:, 1:2]).tanh() + 0.5 * x[:, 2:3]

def evaluate(group):
    torch.manual_seed(0)
    first, last = nn.Linear(8, 32), nn.Linear(32, 1)
    optimizer = torch.optim.Adam([*first.parameters(), *last.parameters()], lr=0.01)
    running_mean, running_var = torch.zeros(32), torch.ones(32)
    for _ in range(300):
        batch = torch.randint(512, (32,))
        parts = first(x[batch]).view(-1, group, 32)
        mean, var = parts.mean(1, keepdim=True), parts.var(1, keepdim=True, correction=0)
        hidden = ((parts - mean) / (var + 1e-5).sqrt()).view(32, 32)
        optimizer.zero_grad()
        F.mse_loss(last(hidden.relu()), y[batch]).backward()
        optimizer.step()
        running_mean.lerp_(mean.detach().mean((0, 1)), 0.1)
        running_var.lerp_(parts.detach().var(1).mean(0), 0.1)
    with torch.no_grad():
        hidden = (first(x) - running_mean) / (running_var + 1e-5).sqrt()
        return F.mse_loss(last(hidden.relu()), y).item()

losses = {group: evaluate(group) for group in (2, 4, 8, 32)}
fig, ax = plt.subplots(figsize=(6, 3))
ax.bar([str(group) for group in losses], losses.values());
ax.set(xlabel="samples normalised together", ylabel="loss in eval()");
plt.show()

assert losses[2] > 2 * losses[8] and losses[4] > losses[32]
