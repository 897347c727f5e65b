# /// note
# title.en = "The schemes and where they are"
# title.zh = "各种并行方式在哪里"
# device = "cpu"
# ///
import importlib

import torch.distributed as dist

schemes = [
    ("whole model on each device, one process", "torch.nn", "DataParallel"),
    ("whole model on each device, one process each", "torch.nn.parallel", "DistributedDataParallel"),
    ("parameters in shards", "torch.distributed.fsdp", "fully_shard"),
    ("matrices in slices", "torch.distributed.tensor.parallel", "parallelize_module"),
    ("layers one after the other", "torch.distributed.pipelining", "pipeline"),
]
[{"what is divided": what, "name": f"{module}.{name}"} for what, module, name in schemes]
assert all(hasattr(importlib.import_module(module), name) for _, module, name in schemes)
assert dist.is_available()
