# /// note
# title.en = "NCCL on a CPU build"
# title.zh = "在 CPU 版上用 NCCL"
# device = "cpu"
# needs = "a CPU build"
# raises = "RuntimeError"
# ///
import warnings

import torch.distributed as dist

warnings.simplefilter("ignore")
dist.init_process_group("nccl", store=dist.HashStore(), rank=0, world_size=1)
