# /// note
# title.en = "Integer division loses the fraction"
# title.zh = "整除丢掉了小数"
# device = "cpu"
# ///
import torch

correct = torch.tensor([1, 0, 1])
correct.sum() // len(correct)
assert correct.sum() // len(correct) == 0
