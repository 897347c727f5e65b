# /// note
# title.en = "The questions, each with one answer"
# title.zh = "每个问题都只有一个答案"
# device = "any"
# ///
import torch

pred, y = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])
{
    "all equal": torch.equal(pred, y),
    "any equal": (pred == y).any().item(),
    "how many": (pred == y).sum().item(),
}
x = torch.tensor([1, 5, 9])
x[(x > 2) & (x < 8)]

assert not torch.equal(pred, y) and (pred == y).any() and (pred == y).sum() == 2
assert x[(x > 2) & (x < 8)].tolist() == [5]
