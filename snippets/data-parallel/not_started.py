# /// note
# title.en = "Started without torchrun"
# title.zh = "没有用 torchrun 启动"
# device = "cpu"
# ///
import torch.distributed as dist
import torch.nn as nn

def error(call):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0]}"

ddp = error(lambda: nn.parallel.DistributedDataParallel(nn.Linear(2, 2)))
rank = error(dist.get_rank)
init = error(lambda: dist.init_process_group("gloo"))

[{"call": "DistributedDataParallel(…)", "error": ddp},
 {"call": "dist.get_rank()", "error": rank},
 {"call": "init_process_group('gloo')", "error": init}]
assert ddp == rank and "Default process group has not been initialized" in ddp
assert "environment variable RANK expected, but not set" in init
