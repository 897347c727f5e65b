# /// note
# title.en = "A number for what is missing"
# title.zh = "给缺失值一个数"
# device = "any"
# ///
import torch

labels = [1, None, 0]
y = torch.tensor([-100 if label is None else label for label in labels])
y
loss = torch.nn.functional.cross_entropy(torch.zeros(3, 2), y)
loss
assert y.tolist() == [1, -100, 0] and loss.isfinite()
