# /// note
# title.en = "One dictionary, loaded four times"
# title.zh = "同一个字典，加载四次"
# device = "cpu"
# ///
import torch
import torch.nn as nn

state = nn.Linear(2, 2).state_dict()

def load(state_dict, **options):
    model = nn.Linear(2, 2)
    model.load_state_dict(state_dict, **options)
    return model

first = load(state)
second = load(state, assign=True)
third = load(state)
fourth = load(dict(state))

def shares(model):
    return model.weight.data_ptr() == state["weight"].data_ptr()

[{"call": "load_state_dict(state)", "memory shared with state": shares(first)},
 {"call": "load_state_dict(state, assign=True)", "memory shared with state": shares(second)},
 {"call": "load_state_dict(state), again", "memory shared with state": shares(third)},
 {"call": "load_state_dict(dict(state))", "memory shared with state": shares(fourth)}]

# en: the trace it left
# zh: 它留下的痕迹
dict(state._metadata)

with torch.no_grad():
    second.weight.zero_()
third.weight
assert not shares(first) and shares(second) and not shares(fourth)
assert shares(third) and third.weight.count_nonzero() == 0
