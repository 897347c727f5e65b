# /// note
# title.en = "Which in-place ReLU fails"
# title.zh = "哪一种原位 ReLU 会出错"
# device = "any"
# ///
import torch
from torch import nn

def works(*layers):
    try:
        nn.Sequential(*layers)(torch.ones(1, 2)).sum().backward()
        return True
    except RuntimeError:
        return False

report = {
    "Linear, ReLU(inplace)": works(nn.Linear(2, 2), nn.ReLU(inplace=True)),
    "Linear, Sigmoid, ReLU(inplace)": works(nn.Linear(2, 2), nn.Sigmoid(), nn.ReLU(inplace=True)),
}
report
assert list(report.values()) == [True, False]
