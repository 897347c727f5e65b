# /// note
# title.en = "Row 100 of 100"
# title.zh = "一共 100 行，却要第 100 号"
# device = "cpu"
# raises = "IndexError"
# ///
import torch
from torch import nn

embedding = nn.Embedding(num_embeddings=100, embedding_dim=8)
embedding(torch.tensor([1, 5, 100]))
