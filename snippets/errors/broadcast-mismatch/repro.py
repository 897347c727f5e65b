# /// note
# title.en = "One bias a row, taken for one a column"
# title.zh = "每行一个偏置，却按每列去对"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

scores = torch.ones(2, 3)
bias = torch.ones(2)
scores + bias
