# /// note
# title.en = "The questions, in order"
# title.zh = "按顺序提问"
# device = "cpu"
# ///
import os

import torch

{"1 build": torch.version.cuda or "a CPU build",
 "2 driver": os.path.exists("/proc/driver/nvidia/version"),
 "3 visible": os.environ.get("CUDA_VISIBLE_DEVICES", "not restricted"),
 "4 generations": torch.cuda.get_arch_list()}

available = torch.accelerator.is_available()
device = torch.accelerator.current_accelerator() if available else torch.device("cpu")
x = torch.ones(2, device=device)
assert x.device.type == device.type
