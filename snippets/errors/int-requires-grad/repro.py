# /// note
# title.en = "Integers, because no number has a point"
# title.zh = "都没写小数点，所以是整数"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

torch.tensor([1, 2, 3], requires_grad=True)
