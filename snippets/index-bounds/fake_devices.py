# /// note
# title.en = "Device rules, asked without a GPU"
# title.zh = "没有 GPU，也能问出设备规则"
# device = "cpu"
# ///
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

def outcome(call):
    try:
        return f"ok, on {eval(call).device}"
    except RuntimeError as error:
        return str(error)

# en: fake tensors have a shape and a device but no data, so "cuda" costs nothing
# zh: 假张量只有形状和设备，没有数据，所以写 "cuda" 也不需要显卡
with FakeTensorMode():
    on_gpu, on_cpu = torch.zeros(6, device="cuda"), torch.zeros(6)
    index = torch.tensor([0, 1])
    rules = {call: outcome(call) for call in (
        "torch.index_select(on_gpu, 0, index)",
        "torch.gather(on_gpu, 0, index)",
        "on_gpu + on_cpu",
        "on_gpu + torch.tensor(1.0)",
    )}
[{"call": call, "outcome": said} for call, said in rules.items()]

assert "at least two devices" in rules["torch.index_select(on_gpu, 0, index)"]
assert "at least two devices" in rules["torch.gather(on_gpu, 0, index)"]
assert "at least two devices" in rules["on_gpu + on_cpu"]
assert rules["on_gpu + torch.tensor(1.0)"] == "ok, on cuda:0"
