# /// note
# title.en = "Four ways to the same weights"
# title.zh = "四种办法，同一份权重"
# device = "cpu"
# ///
import io
import re

import torch
import torch.nn as nn
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present

trained = nn.DataParallel(nn.Linear(2, 2))
checkpoint = trained.state_dict()

def load(state, wrap=False):
    bare = nn.Linear(2, 2)
    (nn.DataParallel(bare) if wrap else bare).load_state_dict(state)
    return bare.weight

def through_a_file(state):
    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    return torch.load(file)

by_regex = {re.sub(r"^module\.", "", key): value for key, value in checkpoint.items()}
in_place = checkpoint.copy()
assert consume_prefix_in_state_dict_if_present(in_place, "module.") is None

same = {
    "strip it with a regular expression": load(by_regex),
    "strip it with the function in torch": load(in_place),
    "save model.module.state_dict()": load(through_a_file(trained.module.state_dict())),
    "wrap the new model as well": load(checkpoint, wrap=True),
}
[{"way": way, "same weights": torch.equal(weight, trained.module.weight)} for way, weight in same.items()]
assert all(torch.equal(weight, trained.module.weight) for weight in same.values())

# en: why the pattern begins with ^
# zh: 正则为什么要以 ^ 开头
key = "module.encoder.module.weight"
key.replace("module.", ""), re.sub(r"^module\.", "", key)
assert re.sub(r"^module\.", "", key) == "encoder.module.weight" != key.replace("module.", "")
