# /// note
# title.en = "Old outputs alive during the next forward"
# title.zh = "下一次前向时，还活着的旧输出"
# device = "any"
# ///
import weakref

import torch
import torch.nn as nn

def alive_during_forward(use_del):
    outputs, counts = [], []

    class Count(nn.Module):
        def forward(self, x):
            counts.append(sum(output() is not None for output in outputs))
            return x * 1

    model = nn.Sequential(nn.Linear(10, 10), Count())
    with torch.no_grad():
        for _ in range(4):
            out = model(torch.ones(1, 10))
            outputs.append(weakref.ref(out))
            if use_del:
                del out
    return counts

[{"loop": "out = model(x)", "old outputs alive": str(alive_during_forward(False))},
 {"loop": "out = model(x) … del out", "old outputs alive": str(alive_during_forward(True))}]
assert alive_during_forward(False) == [0, 1, 1, 1]
assert alive_during_forward(True) == [0, 0, 0, 0]
