# /// note
# title.en = "np.mean of a list of losses"
# title.zh = "对一串 loss 求 np.mean"
# device = "cpu"
# raises = "RuntimeError"
# ///
import numpy as np
import torch

losses = [torch.ones(1, requires_grad=True) * i for i in range(3)]
np.mean(losses)
