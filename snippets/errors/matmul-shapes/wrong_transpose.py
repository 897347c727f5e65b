# /// note
# title.en = "A transpose sums over the batch"
# title.zh = "转置之后，变成对批求和"
# device = "cpu"
# ///
import torch

x, w = torch.ones(4, 10), torch.ones(4, 2)
y = x.T @ w
y.shape
assert y.shape == (10, 2)
