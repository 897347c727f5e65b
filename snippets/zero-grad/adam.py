# /// note
# title.en = "None and zero, seen by Adam"
# title.zh = "None 与零，Adam 眼里的区别"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch

def follow(gradient):
    w = torch.tensor([1.0], requires_grad=True)
    optimizer = torch.optim.Adam([w], lr=0.01)
    w.grad = torch.tensor([1.0])
    path = []
    for step in range(15):
        optimizer.step()
        path.append(w.item())
        w.grad = gradient
    return path

paths = {"grad = None": follow(None), "grad = tensor([0.])": follow(torch.zeros(1))}
fig, ax = plt.subplots(figsize=(6, 2.4), layout="constrained")
for name, path in paths.items():
    ax.plot(path, "o-", markersize=4, label=name)
ax.set(xlabel="step", ylabel="w");
ax.legend(fontsize=8);
plt.show()

assert len(set(paths["grad = None"])) == 1
assert paths["grad = tensor([0.])"][-1] < paths["grad = None"][-1] - 0.01
