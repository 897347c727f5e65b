# /// note
# title.en = "How far a batch's mean strays"
# title.zh = "批次均值能偏多远"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch

data = torch.randn(100_000) * 2 + 5
sizes = [2, 8, 32, 128, 512]
spread = [data[torch.randint(len(data), (400, n))].mean(1).std().item() for n in sizes]
theory = [2 / n**0.5 for n in sizes]

fig, ax = plt.subplots(figsize=(6, 3))
ax.loglog(sizes, spread, "o", label="measured");
ax.loglog(sizes, theory, label="$\\sigma/\\sqrt{n}$");
ax.set(xlabel="batch size n", ylabel="std of batch mean");
ax.legend();
plt.show()

assert all(abs(s / t - 1) < 0.2 for s, t in zip(spread, theory))
