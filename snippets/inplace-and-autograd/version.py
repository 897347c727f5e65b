# /// note
# title.en = "The error, and the counter behind it"
# title.zh = "报错，以及背后的计数器"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

w = torch.tensor([1.0, 2.0], requires_grad=True)

y = w * 3
y.add_(1);
y.sum().backward()
w.grad
assert w.grad.tolist() == [3.0, 3.0]

z = torch.sigmoid(w)
z._version
z.add_(1);
z._version
assert z._version == 1

z.sum().backward()
