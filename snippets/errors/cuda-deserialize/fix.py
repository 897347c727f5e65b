# /// note
# title.en = "map_location says where to"
# title.zh = "用 map_location 指定放到哪里"
# device = "cpu"
# ///
import torch
from torch import serialization

# en: imitate a file that was written on a GPU
# zh: 模拟一个在 GPU 上保存的文件
serialization.register_package(0, lambda storage: "cuda:0", lambda storage, location: None)
torch.save({"w": torch.ones(2)}, "gpu.pt")
serialization._package_registry.pop(0);

state = torch.load("gpu.pt", map_location="cpu")
state
assert state["w"].device.type == "cpu"
