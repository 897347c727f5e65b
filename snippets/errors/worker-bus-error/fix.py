# /// note
# title.en = "What waits in shared memory, and none with num_workers=0"
# title.zh = "共享内存里等着多少；num_workers=0 时不用它"
# device = "cpu"
# ///
import torch
from torch.utils.data import DataLoader

images = torch.zeros(1, 3, 224, 224).expand(512, -1, -1, -1)
loader = DataLoader(images, batch_size=64, num_workers=0)
batch = next(iter(loader))

# en: prefetch_factor is 2 by default
# zh: prefetch_factor 默认是 2
mib = {workers: batch.nbytes * workers * 2 // 2**20 for workers in (8, 2, 0)}
[{"num_workers": workers, "MiB waiting": size} for workers, size in mib.items()]

assert mib[2] > 64
assert mib[0] == 0 and batch.shape == (64, 3, 224, 224)
