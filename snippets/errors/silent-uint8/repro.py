# /// note
# title.en = "Darker, brighter, doubled"
# title.zh = "变暗、变亮、加倍"
# device = "any"
# ///
import torch

img = torch.tensor([10, 200, 250], dtype=torch.uint8)
img - 20
img + 10
img * 2
assert (img - 20).tolist() == [246, 180, 230]
assert (img + 10).tolist() == [20, 210, 4]
assert (img * 2).tolist() == [20, 144, 244]
