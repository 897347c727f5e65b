# /// note
# title.en = "Too late for clamp"
# title.zh = "clamp 已经晚了"
# device = "any"
# ///
import torch

img = torch.tensor([10, 250], dtype=torch.uint8)
(img - 20).clamp(min=0)
assert (img - 20).clamp(min=0).tolist() == [246, 230]
