# /// note
# title.en = "The same gradient, ten times the step"
# title.zh = "同样的梯度，十倍的步长"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

slow, fast = nn.Parameter(torch.tensor([4.0])), nn.Parameter(torch.tensor([4.0]))
optimizer = torch.optim.SGD([{"params": [slow]}, {"params": [fast], "lr": 0.1}], lr=0.01)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=20, gamma=0.3)

values, rates = [], []
for step in range(60):
    loss = slow.square().sum() + fast.square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    rates.append(scheduler.get_last_lr())
    scheduler.step()
    values.append([slow.item(), fast.item()])

fig, (left, right) = plt.subplots(1, 2, figsize=(7, 2.4), layout="constrained")
left.plot(values, label=["lr=0.01", "lr=0.1"]);
left.set(xlabel="step", ylabel="value");
left.legend(fontsize=8);
right.step(range(60), rates, where="post");
right.set(xlabel="step", ylabel="lr", yscale="log");
plt.show()

assert abs(values[0][0] - 4 * 0.98) < 1e-5 and abs(values[0][1] - 4 * 0.8) < 1e-5
assert all(abs(fast / slow - 10) < 1e-6 for slow, fast in rates)
