# /// note
# title.en = "Collecting what is not garbage"
# title.zh = "还在用的，收不走"
# device = "cpu"
# raises = "RuntimeError"
# ///
import gc
import resource
import tempfile

import torch
from torch.utils.data import DataLoader

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
kept = []
for batch in DataLoader(torch.zeros(200, 1), num_workers=1):
    kept.append(tempfile.TemporaryFile())
    gc.collect();
