# /// note
# title.en = "What one forward keeps, by depth"
# title.zh = "一次前向保留多少，随深度变化"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
import torch.nn as nn

def saved_bytes(depth, grad):
    model = nn.Sequential(*[nn.Sequential(nn.Linear(256, 256), nn.ReLU()) for _ in range(depth)])
    weights = {p.data_ptr() for p in model.parameters()}
    saved = {}

    def pack(tensor):
        if tensor.untyped_storage().data_ptr() not in weights:
            saved[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    hooks = torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor)
    with torch.set_grad_enabled(grad), hooks:
        out = model(torch.ones(128, 256))
    assert out.requires_grad == grad
    return sum(saved.values())

depths = [1, 2, 4, 8, 16]
recorded = [saved_bytes(depth, True) for depth in depths]
inference = [saved_bytes(depth, False) for depth in depths]

fig, ax = plt.subplots(figsize=(6, 3))
ax.plot(depths, [n / 1e6 for n in recorded], "o-", label="grad");
ax.plot(depths, [n / 1e6 for n in inference], "o-", label="no_grad");
ax.set(xlabel="layers", ylabel="MB kept for backward");
ax.legend();
plt.show()

assert inference == [0] * 5
assert recorded == [(depth + 1) * 128 * 256 * 4 for depth in depths]
