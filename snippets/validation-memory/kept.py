# /// note
# title.en = "Ten outputs kept, with and without their graph"
# title.zh = "保留十个输出：带图与不带图"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

model = nn.Sequential(nn.Linear(100, 400), nn.ReLU(), nn.Linear(400, 10))
x = torch.randn(64, 100)
not_counted = {t.data_ptr() for t in [x, *model.parameters()]}

# en: what backward would need, counted as long as it is alive
# zh: 反向传播所需的东西，只要还活着就计数
alive = {}

class Saved:
    def __init__(self, tensor):
        self.tensor, storage = tensor.detach(), tensor.untyped_storage()
        if storage.data_ptr() not in not_counted:
            alive[id(self)] = (storage.data_ptr(), storage.nbytes())

    def __del__(self):
        alive.pop(id(self), None)

def held(keep, grad=True):
    kept, curve = [], []
    hooks = torch.autograd.graph.saved_tensors_hooks(Saved, lambda saved: saved.tensor)
    with torch.set_grad_enabled(grad), hooks:
        for _ in range(10):
            kept.append(keep(model(x)))
            storages = dict(alive.values())
            curve.append((sum(t.nbytes for t in kept) + sum(storages.values())) / 1000)
    return curve

curves = {
    "out": held(lambda out: out),
    "out.detach()": held(lambda out: out.detach()),
    "out, no_grad": held(lambda out: out, grad=False),
}

fig, ax = plt.subplots(figsize=(6, 3))
for (name, curve), style in zip(curves.items(), ("-", "--", ":")):
    ax.plot(range(1, 11), curve, style, label=name, linewidth=2)
ax.set(xlabel="batches", ylabel="kB");
ax.legend();
plt.show()

assert curves["out, no_grad"] == curves["out.detach()"]
assert curves["out"][9] > 20 * curves["out, no_grad"][9]
