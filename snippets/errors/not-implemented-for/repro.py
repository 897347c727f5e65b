# /// note
# title.en = "Softmax of integers"
# title.zh = "对整数做 softmax"
# device = "cpu"
# raises = "NotImplementedError"
# ///
import torch

torch.softmax(torch.tensor([1, 2, 3]), dim=0)
