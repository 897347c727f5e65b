# /// note
# title.en = "Every value becomes row 0"
# title.zh = "所有值都成了第 0 行"
# device = "any"
# ///
import torch
from torch import nn

vectors = torch.tensor([[0.3, -0.2, 0.9]])
rows = vectors.long()
rows
assert rows.tolist() == [[0, 0, 0]]
assert nn.Embedding(10, 4)(rows).shape == (1, 3, 4)
