# /// note
# title.en = "dim=0 normalises across the samples"
# title.zh = "dim=0 变成跨样本归一化"
# device = "any"
# ///
import torch

batch = torch.zeros(4, 3)
probabilities = torch.softmax(batch, dim=0)
probabilities.sum(dim=1)
assert torch.allclose(probabilities.sum(dim=1), torch.full((4,), 0.75))
