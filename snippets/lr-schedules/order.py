# /// note
# title.en = "The same StepLR, stepped last and stepped first"
# title.zh = "同一个 StepLR，放在最后与放在最前"
# device = "cpu"
# ///
import warnings

import torch
from torch.optim.lr_scheduler import StepLR

def used(step_first):
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    scheduler, rates = StepLR(optimizer, step_size=3, gamma=0.1), []
    for epoch in range(7):
        if step_first:
            scheduler.step()
        rates.append(round(optimizer.param_groups[0]["lr"], 4))
        optimizer.step()
        if not step_first:
            scheduler.step()
    return rates

last = used(step_first=False)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    first = used(step_first=True)

[{"epoch": epoch, "stepped last": last[epoch], "stepped first": first[epoch]} for epoch in range(7)]
assert last == [1, 1, 1, 0.1, 0.1, 0.1, 0.01]
assert first == [1, 1, 0.1, 0.1, 0.1, 0.01, 0.01]

warned = str(caught[0].message)
print(warned)
assert warned.startswith("Detected call of `lr_scheduler.step()` before `optimizer.step()`")
