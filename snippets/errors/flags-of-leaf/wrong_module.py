# /// note
# title.en = "An attribute that nobody reads"
# title.zh = "一个没人读的属性"
# device = "any"
# ///
from torch import nn

layer = nn.Linear(3, 3)
layer.requires_grad = False
[p.requires_grad for p in layer.parameters()]
assert all(p.requires_grad for p in layer.parameters())
