# /// note
# title.en = "Set too late"
# title.zh = "设得太晚"
# device = "cuda"
# ///
import os

import torch

torch.ones(1, device="cuda");
before = torch.cuda.device_count()

os.environ["CUDA_VISIBLE_DEVICES"] = ""
still_there = torch.ones(1, device="cuda")

before, still_there.device, torch.cuda.is_initialized()
assert torch.cuda.is_initialized() and still_there.is_cuda
