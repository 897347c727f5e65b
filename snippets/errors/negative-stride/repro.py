# /// note
# title.en = "A mirrored image"
# title.zh = "左右翻转的图片"
# device = "cpu"
# raises = "ValueError"
# ///
import numpy as np
import torch

img = np.arange(6).reshape(2, 3)
torch.from_numpy(img[:, ::-1])
