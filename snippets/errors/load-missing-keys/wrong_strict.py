# /// note
# title.en = "strict=False loads nothing"
# title.zh = "strict=False：什么都没加载"
# device = "any"
# ///
import torch
from torch import nn

saved = nn.DataParallel(nn.Linear(2, 2)).state_dict()
model = nn.Linear(2, 2)
before = model.weight.clone()
report = model.load_state_dict(saved, strict=False)
report.missing_keys
assert torch.equal(model.weight, before)
