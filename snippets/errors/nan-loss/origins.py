# /// note
# title.en = "Formulas that make a nan"
# title.zh = "会产生 nan 的式子"
# device = "any"
# ///
import torch
from torch.nn import functional as F

zero, x = torch.zeros(1), torch.ones(3)
root = torch.zeros(1, requires_grad=True)
(root.sqrt() * 0).sum().backward()
origins = {
    "0 / 0": zero / 0,
    "0 * log(0)": zero * zero.log(),
    "x[x > 5].mean()": x[x > 5].mean(),
    "every target ignored": F.cross_entropy(torch.zeros(1, 3), torch.tensor([-100])),
    "gradient of sqrt(0) * 0": root.grad,
}
[{"formula": formula, "value": value.item()} for formula, value in origins.items()]
assert all(value.isnan() for value in origins.values())
