# /// note
# title.en = "The backend that is there"
# title.zh = "用现有的后端"
# device = "cpu"
# loopback = true
# ///
import torch
import torch.distributed as dist

gpu = torch.cuda.is_available() and dist.is_nccl_available()
backend = "nccl" if gpu else "gloo"
dist.init_process_group(backend, store=dist.HashStore(), rank=0, world_size=1)
dist.get_backend()
assert dist.get_backend() == backend
dist.destroy_process_group()
