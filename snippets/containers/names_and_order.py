# /// note
# title.en = "Names, positions, order"
# title.zh = "名字、下标与顺序"
# device = "cpu"
# ///
from collections import OrderedDict

import torch
from torch import nn

named = nn.Sequential(OrderedDict(fc=nn.Linear(2, 2), act=nn.ReLU()))
named
assert list(named.state_dict()) == ["fc.weight", "fc.bias"] and named.fc is named[0]
assert list(nn.ModuleDict(dict(fc=nn.Linear(2, 2))).state_dict()) == ["fc.weight", "fc.bias"]

def error(call):
    try:
        call()
    except (TypeError, KeyError) as error:
        return f"{type(error).__name__}: {error}"

results = [
    ("nn.Sequential(dict(fc=nn.Linear(2, 2)))",
     error(lambda: nn.Sequential(dict(fc=nn.Linear(2, 2))))),
    ("nn.Sequential(OrderedDict({'a.b': nn.ReLU()}))",
     error(lambda: nn.Sequential(OrderedDict({"a.b": nn.ReLU()})))),
    ("nn.ModuleList([torch.ones(1)])", error(lambda: nn.ModuleList([torch.ones(1)]))),
]
results
assert all(message for _, message in results)

layers = nn.ModuleList(nn.Linear(1, width) for width in (3, 1, 2))
layers.insert(0, nn.Linear(1, 9))
widths = [layer.out_features for layer in layers]
widths
assert widths == [9, 3, 1, 2] and layers[-1].out_features == 2
assert [layer.out_features for layer in layers[1:3]] == [3, 1]
assert list(layers.state_dict())[::2] == ["0.weight", "1.weight", "2.weight", "3.weight"]
