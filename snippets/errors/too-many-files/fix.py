# /// note
# title.en = "200 batches with 64 descriptors"
# title.zh = "64 个描述符，200 个批次"
# device = "cpu"
# ///
import resource

import torch
from torch.utils.data import DataLoader

torch.multiprocessing.set_sharing_strategy("file_system")
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
kept = []
for batch in DataLoader(torch.zeros(200, 1), num_workers=1):
    kept.append(batch.clone())

len(kept)
assert len(kept) == 200 and not any(batch.is_shared() for batch in kept)
