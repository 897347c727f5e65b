# /// note
# title.en = "What is there, on this machine"
# title.zh = "这台机器上有什么"
# device = "any"
# ///
import torch

gpu = torch.cuda.is_available()
answers = {
    "torch.__version__": torch.__version__,
    "torch.version.cuda": torch.version.cuda,
    "torch.backends.cuda.is_built()": torch.backends.cuda.is_built(),
    "torch.cuda.is_available()": gpu,
    "torch.cuda.device_count()": torch.cuda.device_count(),
    "torch.cuda.current_device()": torch.cuda.current_device() if gpu else None,
    "torch.cuda.get_device_name(0)": torch.cuda.get_device_name(0) if gpu else None,
    "torch.accelerator.is_available()": torch.accelerator.is_available(),
    "torch.backends.mps.is_available()": torch.backends.mps.is_available(),
}
[{"call": call, "answer": str(answer)} for call, answer in answers.items()]

assert gpu == (torch.cuda.device_count() > 0)
assert gpu or not torch.cuda.is_initialized()
