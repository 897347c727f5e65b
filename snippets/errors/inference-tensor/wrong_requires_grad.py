# /// note
# title.en = "It may not require a gradient"
# title.zh = "不允许要求梯度"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

with torch.inference_mode():
    features = torch.ones(2, 3)
features.requires_grad_(True)
