# /// note
# title.en = "Dropped units, their gradients, and their weights"
# title.zh = "被丢弃的神经元：梯度与权重"
# device = "cpu"
# seed = 3
# ///
import torch
from torch import nn

torch.manual_seed(3);
layer, dropout = nn.Linear(3, 4), nn.Dropout(0.5)
kept = dropout(layer(torch.ones(1, 3)))
kept.sum().backward()
layer.weight.grad

dropped = (kept == 0).squeeze(0)
assert dropped.any() and not dropped.all()
assert layer.weight.grad is not None
assert (layer.weight.grad[dropped] == 0).all() and (layer.weight.grad[~dropped] != 0).all()

def moved(**options):
    twin = nn.Linear(3, 4)
    twin.load_state_dict(layer.state_dict())
    twin.weight.grad = layer.weight.grad.clone()
    optimizer = torch.optim.SGD([twin.weight], lr=0.1, **options)
    optimizer.step()
    return (twin.weight != layer.weight).all(dim=1).tolist()

plain, decayed = moved(), moved(weight_decay=0.1)
[{"unit": i, "dropped": d, "moved by SGD": p, "moved with weight decay": w}
 for i, (d, p, w) in enumerate(zip(dropped.tolist(), plain, decayed))]
assert plain == (~dropped).tolist()
assert all(decayed)
