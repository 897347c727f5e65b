# /// note
# title.en = "If which of them?"
# title.zh = "如果……哪一个？"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

predicted, labels = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])

predicted == labels
if predicted == labels:
    print("all right")
