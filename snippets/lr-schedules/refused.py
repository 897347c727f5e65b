# /// note
# title.en = "Calls from old code, and their errors"
# title.zh = "旧代码里的写法，以及它们的报错"
# device = "cpu"
# ///
import torch
from torch.optim.lr_scheduler import OneCycleLR, ReduceLROnPlateau, StepLR

optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
optimizer.step()

def too_long():
    scheduler = OneCycleLR(optimizer, max_lr=1.0, total_steps=3)
    for _ in range(4):
        optimizer.step()
        scheduler.step()

def over_a_number():
    n_epoch = 5
    for n in n_epoch:
        pass

def error(call):
    try:
        call()
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

results = {
    "StepLR(…, verbose=True)": error(lambda: StepLR(optimizer, 1, verbose=True)),
    "ReduceLROnPlateau(…, verbose=True)": error(lambda: ReduceLROnPlateau(optimizer, verbose=True)),
    "ReduceLROnPlateau(…).step()": error(lambda: ReduceLROnPlateau(optimizer).step()),
    "OneCycleLR(…, total_steps=3), 4 steps": error(too_long),
    "for n in n_epoch": error(over_a_number),
}
[{"call": call, "error": message} for call, message in results.items()]
assert all(results.values())

scheduler = StepLR(optimizer, step_size=2)
optimizer.step()
scheduler.step(5)
assert scheduler.last_epoch == 5
