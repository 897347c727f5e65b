# /// note
# title.en = "contiguous() changes nothing here"
# title.zh = "contiguous() 在这里不起作用"
# device = "any"
# ///
import torch

img = torch.arange(12).reshape(1, 2, 2, 3)
wrong = img.contiguous().view(1, 3, 2, 2)
wrong[0, 0]
assert wrong[0, 0].tolist() == [[0, 1], [2, 3]]
