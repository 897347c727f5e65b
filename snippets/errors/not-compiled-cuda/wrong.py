# /// note
# title.en = "The same build is asked for the same thing"
# title.zh = "问的还是同一个 CPU 版"
# device = "cpu"
# needs = "a CPU build"
# raises = "AssertionError"
# ///
import torch

torch.set_default_device("cuda")
torch.ones(2)
