# /// note
# title.en = "Without the prefix"
# title.zh = "去掉前缀"
# device = "any"
# ///
import torch
from torch import nn

saved = nn.DataParallel(nn.Linear(2, 2)).state_dict()
clean = {key.removeprefix("module."): value for key, value in saved.items()}

model = nn.Linear(2, 2)
model.load_state_dict(clean)
assert torch.equal(model.weight, saved["module.weight"])
