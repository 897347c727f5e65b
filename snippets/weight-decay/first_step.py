# /// note
# title.en = "One step, three optimizers"
# title.zh = "一步更新，三种优化器"
# device = "cpu"
# ///
import torch

def moved(Optimizer, weight_decay):
    w = torch.tensor([1.0], requires_grad=True)
    optimizer = Optimizer([w], lr=0.01, weight_decay=weight_decay)
    w.grad = torch.tensor([0.0])
    optimizer.step()
    return 1 - w.item()

optimizers = torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW
rows = [{"optimizer": o.__name__, "weight_decay=0.1": moved(o, 0.1),
         "weight_decay=0.2": moved(o, 0.2)}
        for o in optimizers]
rows
sgd, adam, adamw = rows
assert abs(sgd["weight_decay=0.1"] - 0.01 * 0.1) < 1e-6
assert abs(sgd["weight_decay=0.2"] - 0.01 * 0.2) < 1e-6
assert abs(adam["weight_decay=0.1"] - 0.01) < 1e-6
assert abs(adam["weight_decay=0.2"] - 0.01) < 1e-6
assert abs(adamw["weight_decay=0.1"] - 0.01 * 0.1) < 1e-6

defaults = {o.__name__: o([torch.zeros(1)]).defaults["weight_decay"] for o in optimizers}
defaults
assert list(defaults.values()) == [0, 0, 0.01]
