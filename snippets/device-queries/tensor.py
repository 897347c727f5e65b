# /// note
# title.en = "Asking a tensor"
# title.zh = "问张量"
# device = "cpu"
# ///
import torch

def ask(name, x):
    return {"tensor": name, "device": str(x.device), "device.type": x.device.type,
            "device.index": str(x.device.index), "get_device()": x.get_device(), "is_cuda": x.is_cuda}

on_cpu, on_meta = torch.tensor([0]), torch.empty(1, device="meta")
[ask("on_cpu", on_cpu), ask("on_meta", on_meta)]
assert on_cpu.get_device() == on_meta.get_device() == -1
assert on_cpu.device == torch.device("cpu") and on_cpu.device.index is None

# en: device names can be made and compared without any GPU
# zh: 没有 GPU 也可以构造和比较设备名
gpu, first, second = torch.device("cuda"), torch.device("cuda:0"), torch.device("cuda", 1)
gpu.index, first.index, second.index
assert gpu != first and second.index == 1 and second.type == "cuda"

type(torch.cuda).__name__
assert type(torch.cuda).__name__ == "module" and not hasattr(on_cpu, "current_device")
