# /// note
# title.en = "A tensor returns a new one, a module changes itself"
# title.zh = "张量返回新的，模块改变自己"
# device = "cpu"
# ///
import torch
import torch.nn as nn

# en: "meta" stands in for "cuda": a device every machine has
# zh: 用 "meta" 代替 "cuda"：每台机器都有这个设备
x, model = torch.ones(1), nn.Linear(1, 1)

moved = x.to("meta")
same = model.to("meta")

[{"what": "x", "device": str(x.device)}, {"what": "x.to(…)", "device": str(moved.device)},
 {"what": "model", "device": str(model.weight.device)}]

assert x.device.type == "cpu" and moved.device.type == "meta"
assert same is model and model.weight.device.type == "meta"

# en: nothing to do: then it is the very same tensor, not a copy
# zh: 不需要移动时，返回的就是同一个张量，不是拷贝
assert x.to("cpu") is x and x.cpu() is x
assert x.to("cpu", copy=True) is not x
