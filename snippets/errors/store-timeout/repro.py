# /// note
# title.en = "Rank 1 never comes"
# title.zh = "rank 1 一直没来"
# device = "cpu"
# raises = "DistStoreError"
# loopback = true
# ///
from datetime import timedelta

import torch.distributed as dist

dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29500", rank=0, world_size=2,
                        timeout=timedelta(seconds=1))
