# /// note
# title.en = "The questions, in order"
# title.zh = "按顺序提问"
# device = "cpu"
# ///
import os

import torch

answers = {
    "CUDA of the build": torch.version.cuda or "none, a CPU build",
    "driver (Linux)": os.path.exists("/proc/driver/nvidia/version"),
    "CUDA_VISIBLE_DEVICES": os.environ.get("CUDA_VISIBLE_DEVICES", "not set"),
    "generations in the build": " ".join(torch.cuda.get_arch_list()) or "none",
}
[{"question": question, "answer": str(answer)} for question, answer in answers.items()]

available = torch.accelerator.is_available()
device = torch.accelerator.current_accelerator() if available else torch.device("cpu")
x = torch.ones(2, device=device)
assert x.device.type == device.type
