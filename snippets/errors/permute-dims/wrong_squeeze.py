# /// note
# title.en = "A grey image loses its channel"
# title.zh = "灰度图的通道维没了"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

grey = torch.ones(1, 1, 32, 32)
grey.squeeze().permute(1, 2, 0)
