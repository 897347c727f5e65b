# /// note
# title.en = "What is kept for backward"
# title.zh = "为反向传播保留了多少"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

def kept(net, x, grad=True):
    storages = {}
    def saved(t):
        storages[t.untyped_storage().data_ptr()] = t.untyped_storage().nbytes()
        return t
    hooks = torch.autograd.graph.saved_tensors_hooks(saved, lambda t: t)
    with torch.set_grad_enabled(grad), hooks:
        y = net(x)
    weights = {p.data_ptr() for p in net.parameters()}
    return sum(size for pointer, size in storages.items() if pointer not in weights)

net = nn.Sequential(*[layer for _ in range(8) for layer in (nn.Linear(64, 64), nn.Tanh())])
batches = [64, 128, 256, 512]
recorded = [kept(net, torch.randn(n, 64)) for n in batches]
no_grad = [kept(net, torch.randn(n, 64), grad=False) for n in batches]

fig, ax = plt.subplots(figsize=(5, 2.5), layout="constrained")
for sizes, name in ((recorded, "grad"), (no_grad, "no_grad")):
    ax.plot(batches, [size / 1024 for size in sizes], marker="o", label=name)
ax.set(xlabel="len(x)", ylabel="KiB");
ax.legend();
plt.show()

assert recorded[3] == 8 * recorded[0] > 0
assert no_grad == [0, 0, 0, 0]

x = torch.randn(64, 64)
assert kept(net.train(), x) == kept(net.eval(), x)

dropout = nn.Sequential(nn.Linear(64, 64), nn.Dropout())
kept(dropout.train(), x), kept(dropout.eval(), x)
assert kept(dropout.train(), x) > kept(dropout.eval(), x)
