# /// note
# title.en = "Four tensors in a module, one call of to()"
# title.zh = "模块里的四个张量，一次 to()"
# device = "cpu"
# ///
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))
        self.register_buffer("mean", torch.ones(2))
        self.plain = torch.ones(2)
        self.in_list = [torch.ones(2)]

# en: the device "meta" holds no data; it stands in for a GPU
# zh: "meta" 设备不存数据，这里用它代替 GPU
model = Model().to("meta")
trained = [name for name, _ in model.named_parameters()]
saved = list(model.state_dict())
[{
    "tensor": name,
    "device": eval(f"model.{name}").device,
    "in parameters()": name in trained,
    "in state_dict()": name in saved,
} for name in ("weight", "mean", "plain", "in_list[0]")]

assert model.weight.device == model.mean.device == torch.device("meta")
assert model.plain.device == model.in_list[0].device == torch.device("cpu")
assert trained == ["weight"] and saved == ["weight", "mean"]
