# /// note
# title.en = "One divergence, four calls"
# title.zh = "同一个散度，四种调用"
# device = "cpu"
# ///
import warnings

import torch
from torch.nn import functional as F

p = torch.tensor([[0.2, 0.8], [0.5, 0.5]])
q = torch.tensor([[0.4, 0.6], [0.9, 0.1]])
true = (p * (p / q).log()).sum(1).mean().item()

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    rows = {
        "by hand": true,
        "kl_div(q.log(), p, reduction='batchmean')":
            F.kl_div(q.log(), p, reduction="batchmean").item(),
        "kl_div(q.log(), p)": F.kl_div(q.log(), p).item(),
        "kl_div(q, p, reduction='batchmean')":
            F.kl_div(q, p, reduction="batchmean").item(),
    }
[{"call": call, "value": value} for call, value in rows.items()]
print(caught[0].category.__name__ + ":", caught[0].message)

values = list(rows.values())
assert abs(values[1] - true) < 1e-6 and abs(values[2] - true / 2) < 1e-6
assert values[3] < 0
assert len(caught) == 1
