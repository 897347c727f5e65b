# /// note
# title.en = "A summary in a dozen lines"
# title.zh = "十来行写一个 summary"
# device = "cpu"
# ///
import torch
from torch import nn

def summary(model, *inputs):
    rows = []

    def record(name):
        def hook(module, args, output):
            is_tensor = torch.is_tensor(output)
            shape = str(list(output.shape)) if is_tensor else type(output).__name__
            count = sum(p.numel() for p in module.parameters())
            rows.append({"name": name, "layer": type(module).__name__, "output": shape,
                         "parameters": count})
        return hook

    leaves = [(name, m) for name, m in model.named_modules() if not list(m.children())]
    handles = [leaf.register_forward_hook(record(name)) for name, leaf in leaves]
    with torch.no_grad():
        model(*inputs)
    for handle in handles:
        handle.remove()
    return rows

net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 6 * 6, 10))
rows = summary(net, torch.zeros(1, 3, 8, 8))
rows
outputs = [row["output"] for row in rows]
assert outputs == ["[1, 4, 6, 6]", "[1, 4, 6, 6]", "[1, 144]", "[1, 10]"]
assert sum(row["parameters"] for row in rows) == 1562
assert sum(p.numel() for p in net.parameters()) == 1562

class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(self.layer(x))

# en: one layer, used twice: two rows, but 20 parameters, not 40
# zh: 同一层用了两次：有两行，但参数是 20 个，不是 40 个
shared = Shared()
rows = summary(shared, torch.zeros(1, 4))
rows
assert sum(row["parameters"] for row in rows) == 40
assert sum(p.numel() for p in shared.parameters()) == 20
