# /// note
# title.en = "Histograms of what each layer passes on"
# title.zh = "每层输出的直方图"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch import nn

torch.manual_seed(0);
model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 64), nn.Tanh())
seen = {}

def remember(name):
    def hook(module, args, output):
        seen[name] = output.detach()
    return hook

handles = [layer.register_forward_hook(remember(name))
           for name, layer in model.named_children()]
model(torch.randn(128, 64));
for handle in handles:
    handle.remove()

fig, axes = plt.subplots(1, 4, figsize=(7, 2), layout="constrained")
for ax, (name, output) in zip(axes, seen.items()):
    ax.hist(output.flatten(), bins=40)
    ax.set(title=f"{name} {type(model[int(name)]).__name__}", yticks=[])
plt.show()

assert [tuple(output.shape) for output in seen.values()] == [(128, 64)] * 4
assert seen["1"].min() == 0 and seen["3"].abs().max() <= 1
assert not any(layer._forward_hooks for layer in model)
