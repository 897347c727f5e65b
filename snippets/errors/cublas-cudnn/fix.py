# /// note
# title.en = "What this process has to do with"
# title.zh = "这个进程面对的环境"
# device = "any"
# ///
import os

import torch

facts = {
    "CUDA of the build": torch.version.cuda,
    "cuDNN loaded": torch.backends.cudnn.version(),
    "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""),
}
if torch.cuda.is_available():
    free, total = torch.cuda.mem_get_info()
    facts["free, GiB"] = free >> 30
facts

ids, rows = torch.tensor([3, 10]), 10
assert ids[(ids < 0) | (ids >= rows)].tolist() == [10]
