# /// note
# title.en = "A default device, for a block and for good"
# title.zh = "默认设备：管一个代码块，或者一直有效"
# device = "cpu"
# ///
import torch
import torch.nn as nn

outside = torch.ones(2)

# en: "meta" stands in for "cuda:1"
# zh: 用 "meta" 代替 "cuda:1"
with torch.device("meta"):
    inside = torch.ones(2)
    layer = nn.Linear(1, 1)
    computed = outside + outside
    explicit = torch.ones(2, device="cpu")

after = torch.ones(2)
torch.set_default_device("meta")
for_good = torch.ones(2)
torch.set_default_device("cpu")

made = {"inside": inside, "layer.weight": layer.weight, "computed": computed, "explicit": explicit,
        "after": after, "for_good": for_good}
[{"tensor": name, "device": str(tensor.device)} for name, tensor in made.items()]

assert inside.is_meta and layer.weight.is_meta and for_good.is_meta
assert [t.device.type for t in (computed, explicit, after)] == ["cpu"] * 3
