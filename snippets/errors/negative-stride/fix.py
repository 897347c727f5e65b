# /// note
# title.en = "Copied, or flipped as a tensor"
# title.zh = "拷贝，或者翻转张量"
# device = "cpu"
# ///
import numpy as np
import torch

img = np.arange(6).reshape(2, 3)
img[:, ::-1].strides[1] < 0
torch.from_numpy(img[:, ::-1].copy())
assert torch.from_numpy(img[:, ::-1].copy()).tolist() == [[2, 1, 0], [5, 4, 3]]
assert torch.from_numpy(img).flip(1).tolist() == [[2, 1, 0], [5, 4, 3]]
