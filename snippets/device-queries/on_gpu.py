# /// note
# title.en = "The same questions where there is a GPU"
# title.zh = "同样的问题，在有 GPU 的机器上"
# device = "cuda"
# ///
import torch

x = torch.tensor([0], device="cuda")
x.device, x.get_device(), x.is_cuda
torch.cuda.current_device(), torch.cuda.get_device_name(0), torch.cuda.get_device_capability(0)

assert torch.cuda.current_device() == x.get_device() == 0
assert x.device == torch.device("cuda:0") != torch.device("cuda")
assert len(torch.cuda.get_device_name(0)) > 0
