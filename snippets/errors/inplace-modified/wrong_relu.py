# /// note
# title.en = "Which in-place ReLU fails"
# title.zh = "哪一种原位 ReLU 会出错"
# device = "any"
# ///
import torch
from torch import nn

def works(*before):
    try:
        nn.Sequential(*before, nn.ReLU(inplace=True))(torch.ones(1, 2)).sum().backward()
        return True
    except RuntimeError:
        return False

report = {
    "Linear, ReLU(inplace)": works(nn.Linear(2, 2)),
    "Linear, Sigmoid, ReLU(inplace)": works(nn.Linear(2, 2), nn.Sigmoid()),
}
report
assert list(report.values()) == [True, False]
