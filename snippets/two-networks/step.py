# /// note
# title.en = "One round, and what moves in it"
# title.zh = "一轮训练，谁动了"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0);
G, D = nn.Linear(2, 2), nn.Linear(2, 1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
real, z = torch.randn(8, 2) + 2, torch.randn(8, 2)
one, zero = torch.ones(8, 1), torch.zeros(8, 1)
loss = F.binary_cross_entropy_with_logits

def flat(model):
    return nn.utils.parameters_to_vector(model.parameters()).detach().clone()

rows = []

def note(step, before):
    rows.append({"step": step, "G moved": not torch.equal(before[0], flat(G)),
                 "D moved": not torch.equal(before[1], flat(D)),
                 "D has .grad": D.weight.grad is not None})

before = flat(G), flat(D)
fake = G(z)
opt_d.zero_grad()
(loss(D(real), one) + loss(D(fake.detach()), zero)).backward()
opt_d.step()
note("discriminator", before)

# en: the generator's gradient goes through D, and leaves a trace there
# zh: 生成器的梯度要穿过 D，也会在那里留下梯度
before = flat(G), flat(D)
opt_d.zero_grad()
opt_g.zero_grad()
loss(D(fake), one).backward()
opt_g.step()
note("generator", before)
rows
assert [list(row.values())[1:3] for row in rows] == [[False, True], [True, False]]
assert rows[1]["D has .grad"]
