# /// note
# title.en = "torch.tensor refuses it as well"
# title.zh = "torch.tensor 也拒绝"
# device = "cpu"
# raises = "ValueError"
# ///
import numpy as np
import torch

torch.tensor(np.arange(3)[::-1])
