# /// note
# title.en = "A pointer stays a pointer in every encoding"
# title.zh = "换什么编码，指针还是指针"
# device = "cpu"
# raises = "UnpicklingError"
# ///
import io

import torch

pointer = io.BytesIO(b"version https://git-lfs.github.com/spec/v1\n")
torch.load(pointer, weights_only=False, encoding="latin1")
