# /// note
# title.en = "One process, by hand"
# title.zh = "只有一个进程，自己来"
# device = "cpu"
# loopback = true
# ///
import os

import torch
import torch.distributed as dist

os.environ.update(RANK="0", WORLD_SIZE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT="29500")
dist.init_process_group("gloo")
total = torch.ones(1)
dist.all_reduce(total)
[dist.get_rank(), dist.get_world_size()]
assert dist.get_world_size() == 1 and total == 1
dist.destroy_process_group()
