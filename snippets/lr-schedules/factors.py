# /// note
# title.en = "A factor on what?"
# title.zh = "乘在谁的身上？"
# device = "cpu"
# ///
import torch
from torch.optim.lr_scheduler import LambdaLR, MultiplicativeLR, StepLR

def rates(make, lr, steps):
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=lr)
    scheduler, used = make(optimizer), []
    for _ in range(steps):
        used.append(round(optimizer.param_groups[0]["lr"], 6))
        optimizer.step()
        scheduler.step()
    return used

step = rates(lambda o: StepLR(o, 10, 0.1), lr=0.001, steps=25)
step[0], step[9], step[10], step[19], step[20]
assert step == [0.001] * 10 + [0.0001] * 10 + [0.00001] * 5

initial = rates(lambda o: LambdaLR(o, lambda epoch: 1 / (epoch + 1)), lr=0.6, steps=5)
current = rates(lambda o: MultiplicativeLR(o, lambda epoch: 1 / (epoch + 1)), lr=0.6, steps=5)
[{"epoch": e, "LambdaLR": a, "MultiplicativeLR": b} for e, (a, b) in enumerate(zip(initial, current))]
assert initial == [0.6, 0.3, 0.2, 0.15, 0.12]
assert current == [0.6, 0.3, 0.1, 0.025, 0.005]
