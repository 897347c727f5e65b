# /// note
# title.en = "One open file per batch, 64 allowed"
# title.zh = "每批打开一个文件，上限 64"
# device = "cpu"
# raises = "RuntimeError"
# ///
import resource
import tempfile

import torch
from torch.utils.data import DataLoader

resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
kept = []
for batch in DataLoader(torch.zeros(200, 1), num_workers=1):
    kept.append(tempfile.TemporaryFile())
