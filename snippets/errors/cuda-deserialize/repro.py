# /// note
# title.en = "A file tagged cuda:0, without a GPU"
# title.zh = "标着 cuda:0 的文件，却没有 GPU"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import serialization

# en: imitate a file that was written on a GPU
# zh: 模拟一个在 GPU 上保存的文件
serialization.register_package(0, lambda storage: "cuda:0", lambda storage, location: None)
torch.save({"w": torch.ones(2)}, "gpu.pt")
serialization._package_registry.pop(0);

torch.load("gpu.pt")
