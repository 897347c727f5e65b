# /// note
# title.en = "no_grad() silences it, the memory is shared"
# title.zh = "no_grad() 压住了报错，内存仍共享"
# device = "cpu"
# ///
import torch

w = torch.ones(2, requires_grad=True)
loss = (w * 3).sum()
with torch.no_grad():
    array = w.numpy()
array[:] = 7
assert w.tolist() == [7, 7]
assert loss.grad_fn is not None
