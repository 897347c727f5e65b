# /// note
# title.en = "To a GPU that this build can't reach"
# title.zh = "这个版本够不着 GPU"
# device = "cpu"
# needs = "a CPU build"
# raises = "AssertionError"
# ///
import torch

torch.ones(2).cuda()
