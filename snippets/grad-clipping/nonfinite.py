# /// note
# title.en = "inf, nan, and an empty generator"
# title.zh = "inf、nan 与空的生成器"
# device = "cpu"
# ///
import warnings

import torch
from torch import nn

p = nn.Parameter(torch.zeros(2))
rows = []
for bad in (float("inf"), float("nan")):
    p.grad = torch.tensor([bad, 1.0])
    total = nn.utils.clip_grad_norm_(p, 1.0)
    rows.append({"gradient": f"[{bad}, 1.0]", "returned": total,
                 "after": str(p.grad.tolist())})
rows
assert rows[0]["after"] == "[nan, 0.0]" and rows[1]["after"] == "[nan, nan]"

p.grad = torch.tensor([float("inf"), 1.0])
try:
    nn.utils.clip_grad_norm_(p, 1.0, error_if_nonfinite=True)
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused and p.grad.tolist() == [float("inf"), 1.0]

model = nn.Linear(2, 1)
model(torch.ones(1, 2)).sum().backward()
parameters = model.parameters()
first = nn.utils.clip_grad_norm_(parameters, 1.0)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    second = nn.utils.clip_grad_norm_(parameters, 1.0)
first, second
print(caught[0].category.__name__ + ":", caught[0].message)
assert first > 1.7 and second == 0 and len(caught) == 1
