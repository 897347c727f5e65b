# /// note
# title.en = "The same answer each time, and the wrong one"
# title.zh = "每次相同，但还是错的"
# device = "any"
# ///
import torch
from torch import nn

net = nn.Dropout(0.5)
x = torch.ones(8)

def seeded():
    torch.manual_seed(0)
    return net(x).tolist()

seeded()
assert seeded() == seeded()
assert seeded() != net.eval()(x).tolist()
