# /// note
# title.en = "model.double() doubles the weights"
# title.zh = "model.double() 让权重翻倍"
# device = "any"
# ///
from torch import nn

def size(model):
    return sum(p.numel() * p.element_size() for p in model.parameters())

single, double = size(nn.Linear(100, 100)), size(nn.Linear(100, 100).double())
{"float32": single, "float64": double}
assert double == 2 * single
