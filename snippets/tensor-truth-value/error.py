# /// note
# title.en = "If which of them?"
# title.zh = "if 问的是哪一个？"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

predicted, labels = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])

predicted == labels
if predicted == labels:
    print("all right")
