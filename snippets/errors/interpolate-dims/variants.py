# /// note
# title.en = "A matrix, and corners of nearest"
# title.zh = "矩阵，以及 nearest 的角"
# device = "any"
# ///
import torch
from torch.nn import functional as F

def error(call):
    try:
        call()
    except (ValueError, NotImplementedError) as error:
        return f"{type(error).__name__}: {error}"

image = torch.ones(1, 1, 8, 8)
said = [error(lambda: F.interpolate(image[0, 0], scale_factor=2)),
        error(lambda: F.interpolate(image, scale_factor=2, align_corners=True))]
said
assert "Only 3D, 4D and 5D input Tensors supported" in said[0]
assert said[1].startswith("ValueError: align_corners option can only be set with")
