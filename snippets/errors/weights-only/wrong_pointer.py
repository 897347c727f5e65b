# /// note
# title.en = "A Git LFS pointer is no checkpoint"
# title.zh = "Git LFS 指针不是检查点"
# device = "cpu"
# raises = "UnpicklingError"
# ///
from pathlib import Path

import torch

pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
Path("model.pt").write_text(pointer);
torch.load("model.pt", weights_only=False)
