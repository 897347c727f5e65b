# /// note
# title.en = "Through D without a trace"
# title.zh = "穿过 D 而不留痕迹"
# device = "any"
# ///
import torch
from torch import nn

G, D, z = nn.Linear(1, 1), nn.Linear(1, 1), torch.ones(4, 1)

D.requires_grad_(False);
D(G(z)).mean().backward()
D.requires_grad_(True);
assert G.weight.grad is not None and D.weight.grad is None

# en: no_grad around D would cut G off as well
# zh: 若在 D 外面套 no_grad，G 也会被切断
with torch.no_grad():
    score = D(G(z))
try:
    score.mean().backward()
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused
