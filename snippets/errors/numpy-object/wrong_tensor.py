# /// note
# title.en = "torch.tensor refuses it, too"
# title.zh = "torch.tensor 同样拒绝"
# device = "cpu"
# raises = "TypeError"
# ///
import numpy as np
import torch

torch.tensor(np.array([1.5, None], dtype=object))
