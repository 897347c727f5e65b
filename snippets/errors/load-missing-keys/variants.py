# /// note
# title.en = "Two other origins"
# title.zh = "另外两种来历"
# device = "any"
# ///
import torch
from torch import nn

def refusal(saved):
    try:
        nn.Linear(2, 2).load_state_dict(saved)
    except RuntimeError as error:
        return str(error).splitlines()[-1].strip()

model = nn.Linear(2, 2)
compiled = refusal(torch.compile(model).state_dict())
whole = refusal({"epoch": 3, "state_dict": model.state_dict()})
[compiled, whole]
assert compiled == 'Unexpected key(s) in state_dict: "_orig_mod.weight", "_orig_mod.bias".'
assert whole == 'Unexpected key(s) in state_dict: "epoch", "state_dict".'
