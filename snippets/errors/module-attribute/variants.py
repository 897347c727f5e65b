# /// note
# title.en = ".module and .device on a plain module"
# title.zh = "普通模块上的 .module 和 .device"
# device = "cpu"
# ///
import torch
from torch import nn

layer = nn.Linear(2, 2)

def message(name):
    try:
        return str(getattr(layer, name))
    except AttributeError as error:
        return str(error)

[{"attribute": name, "message": message(name)} for name in ("module", "device")]
next(layer.parameters()).device
assert "has no attribute 'device'" in message("device")
