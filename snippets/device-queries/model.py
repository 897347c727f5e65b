# /// note
# title.en = "Asking a model"
# title.zh = "问模型"
# device = "cpu"
# ///
import torch
import torch.nn as nn

# en: two devices in one model, as after a layer was forgotten
# zh: 一个模型，两个设备：就像漏移了一层
model = nn.Sequential(nn.Linear(1, 1), nn.Linear(1, 1, device="meta"))

next(model.parameters()).device
sorted({str(p.device) for p in model.parameters()})
assert next(model.parameters()).device.type == "cpu"
assert {p.device.type for p in model.parameters()} == {"cpu", "meta"}

def outcome(call):
    try:
        return str(eval(call))
    except (AttributeError, StopIteration) as error:
        return f"{type(error).__name__}: {error}"

said = {call: outcome(call) for call in (
    "next(model.parameters()).is_cuda",
    "model.device",
    "model.get_device()",
    "next(nn.ReLU().parameters())",
)}
[{"call": call, "outcome": outcome} for call, outcome in said.items()]
assert "no attribute 'device'" in said["model.device"]
assert "no attribute 'get_device'" in said["model.get_device()"]
assert said["next(nn.ReLU().parameters())"].startswith("StopIteration")

# en: a model without parameters can carry a buffer for this
# zh: 没有参数的模型，可以放一个缓冲区来回答
marker = nn.ReLU()
marker.register_buffer("where", torch.empty(0), persistent=False)
assert marker.to("meta").where.device.type == "meta"
