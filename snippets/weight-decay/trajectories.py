# /// note
# title.en = "The same decay, in Adam and in AdamW"
# title.zh = "同样的衰减，Adam 与 AdamW"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch

def follow(Optimizer):
    torch.manual_seed(0)
    w = torch.tensor([1.0, 1.0], requires_grad=True)
    optimizer = Optimizer([w], lr=0.01, weight_decay=0.1)
    path = []
    for step in range(100):
        # en: the first weight gets large gradients without direction, the second none
        # zh: 第一个权重的梯度很大但没有方向，第二个没有梯度
        w.grad = torch.tensor([10.0, 0.0]) * (1 if step % 2 else -1)
        optimizer.step()
        path.append(w.tolist())
    return torch.tensor(path)

paths = {"Adam": follow(torch.optim.Adam), "AdamW": follow(torch.optim.AdamW)}
fig, axes = plt.subplots(1, 2, figsize=(7, 2.4), layout="constrained", sharey=True)
for ax, (name, path) in zip(axes, paths.items()):
    ax.plot(path, label=["w[0]", "w[1]"])
    ax.set_title(name, fontsize=9)
    ax.set(xlabel="step")
    ax.legend(fontsize=8)
plt.show()

adam, adamw = paths["Adam"][-1], paths["AdamW"][-1]
[{"optimizer": name, "w[0]": path[-1, 0].item(), "w[1]": path[-1, 1].item()}
 for name, path in paths.items()]
assert adam[0] > 0.95 and adam[1] < 0.4
assert abs(adamw[1] - (1 - 0.01 * 0.1) ** 100) < 1e-5 and abs(adamw[0] - adamw[1]) < 0.02
