# /// note
# title.en = "stack makes the dimension"
# title.zh = "stack 新建一维"
# device = "cpu"
# ///
import torch

w = torch.ones(1, requires_grad=True)
losses = [w.sum(), (2 * w).sum()]
torch.stack(losses)
torch.stack(losses).mean().backward()
assert w.grad.item() == 1.5

same = torch.cat([loss.unsqueeze(0) for loss in losses])
assert torch.equal(same, torch.stack(losses))
