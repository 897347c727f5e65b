# /// note
# title.en = "Forty gigabytes of layers, on the meta device"
# title.zh = "四十 GB 的层，放在 meta 设备上"
# device = "cpu"
# ///
import torch
from torch import nn

with torch.device("meta"):
    model = nn.Sequential(nn.Linear(100_000, 100_000), nn.ReLU(), nn.Linear(100_000, 10))
    x = torch.zeros(32, 100_000)

x.shape, model[0](x).shape, model(x).shape
parameters = sum(p.numel() for p in model.parameters())
gigabytes = sum(p.numel() * p.element_size() for p in model.parameters()) / 1e9
{"parameters": f"{parameters:,}", "gigabytes": round(gigabytes, 1)}
assert model(x).shape == (32, 10)
assert 40 < gigabytes < 41 and next(model.parameters()).is_meta

# en: the same for a model that is already there
# zh: 已经建好的模型也可以
small = nn.Linear(3, 2).to("meta")
assert small(torch.zeros(5, 3, device="meta")).shape == (5, 2)
