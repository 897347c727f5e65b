# /// note
# title.en = "if on three comparisons at once"
# title.zh = "用 if 判断三个比较结果"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

pred, y = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])
if pred == y:
    print("equal")
