# /// note
# title.en = "A table for the whole vocabulary"
# title.zh = "给整个词表留足行数"
# device = "cpu"
# ///
import torch
from torch import nn

words = ["<pad>", "<unk>", "the", "cat", "sat"]
ids_of = {word: i for i, word in enumerate(words)}
ids = torch.tensor([ids_of.get(word, 1) for word in "the dog sat".split()])

embedding = nn.Embedding(len(words), 8, padding_idx=0)
assert 0 <= ids.min() and ids.max() < embedding.num_embeddings

embedding(ids).shape
assert embedding(ids).shape == (3, 8)
