# /// note
# title.en = "Decided when torch was built"
# title.zh = "编译时就定了"
# device = "cpu"
# ///
import torch
import torch.distributed as dist

{"CUDA of this build": torch.version.cuda, "NCCL": dist.is_nccl_available()}
assert dist.is_nccl_available() == (torch.version.cuda is not None)
