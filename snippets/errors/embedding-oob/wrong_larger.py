# /// note
# title.en = "A larger table only hides it"
# title.zh = "表再大，也只是藏起来"
# device = "cpu"
# ///
import torch
from torch import nn

# en: 100 words, but room for 1000
# zh: 100 个词，留了 1000 行
embedding = nn.Embedding(1000, 8)
before = embedding.weight.detach().clone()
optimizer = torch.optim.SGD(embedding.parameters(), lr=0.1)
embedding(torch.arange(100)).sum().backward()
optimizer.step()

unchanged = (embedding.weight == before).all(dim=1)
unchanged.sum()
assert unchanged[100] and unchanged.sum() == 900
