# /// note
# title.en = "A graph that may be walked twice"
# title.zh = "可以走两遍的计算图"
# device = "any"
# ///
import torch

w = torch.ones(2, requires_grad=True)

loss = (w + 1).sum()
loss.backward()
loss.backward()
w.grad
assert w.grad.tolist() == [2.0, 2.0]

loss = torch.exp(w).sum()
loss.backward()
try:
    loss.grad_fn.next_functions[0][0]._saved_result
    freed = False
except RuntimeError as error:
    freed = "already been freed" in str(error)
assert freed
