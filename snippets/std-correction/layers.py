# /// note
# title.en = "What the layers use"
# title.zh = "各种层用的是哪一种"
# device = "any"
# ///
import torch
from torch import nn
import torch.nn.functional as F

x = torch.tensor([1.0, 2.0, 3.0, 4.0])
norm = nn.BatchNorm1d(1, momentum=1.0)
outputs = {"layer_norm": F.layer_norm(x, (4,)), "BatchNorm1d, training": norm(x[:, None]).detach()}

[{"layer": name, "std(correction=0) of the output": f"{y.std(correction=0).item():.3f}",
  "std() of the output": f"{y.std().item():.3f}"} for name, y in outputs.items()]
assert all(abs(y.std(correction=0).item() - 1) < 1e-3 for y in outputs.values())

# en: but what BatchNorm stores for later is the other one
# zh: 但 BatchNorm 存起来留待以后用的，是另一种
norm.running_var
assert torch.allclose(norm.running_var, x.var()[None])
