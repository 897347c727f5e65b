# /// note
# title.en = "Two different predictions, called equal"
# title.zh = "两个不同的预测被判为相等"
# device = "any"
# ///
import torch

pred, y = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])
bool((pred == y).any())
assert (pred == y).any() and not torch.equal(pred, y)
