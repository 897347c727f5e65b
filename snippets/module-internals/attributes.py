# /// note
# title.en = "Everything a bare module consists of"
# title.zh = "一个空模块的全部家当"
# device = "any"
# ///
from torch import nn

attributes = vars(nn.Module())
[{"attribute": name, "type": type(value).__name__} for name, value in attributes.items()]

classic = {"_parameters", "_modules", "_buffers", "_forward_hooks", "_backward_hooks",
           "training"}
assert classic < set(attributes) and attributes["training"] is True
assert {type(attributes[name]) for name in ("_parameters", "_modules", "_buffers")} == {dict}
