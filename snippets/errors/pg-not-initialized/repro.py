# /// note
# title.en = "DDP without a group"
# title.zh = "没有进程组就用 DDP"
# device = "cpu"
# raises = "ValueError"
# ///
from torch import nn

nn.parallel.DistributedDataParallel(nn.Linear(2, 2))
