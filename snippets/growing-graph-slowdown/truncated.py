# /// note
# title.en = "Detach every few steps: the gradient reaches that far"
# title.zh = "每隔几步 detach 一次：梯度就传这么远"
# device = "any"
# ///
import torch

def reach(every):
    inputs = [torch.ones(1, requires_grad=True) for _ in range(9)]
    hidden = torch.zeros(1)
    for step, x in enumerate(inputs):
        if step % every == 0:
            hidden = hidden.detach()
        hidden = hidden * 0.9 + x
    hidden.sum().backward()
    return [x.grad is not None for x in inputs]

[{"detach every": every, "inputs that get a gradient": sum(reach(every))} for every in (1, 3, 9)]
assert sum(reach(1)) == 1 and sum(reach(3)) == 3 and sum(reach(9)) == 9
