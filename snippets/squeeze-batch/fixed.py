# /// note
# title.en = "The same epoch, with the dimensions named"
# title.zh = "同一个 epoch，这次写明维度"
# device = "any"
# ///
import torch

samples = torch.rand(9, 3, 1, 1)
counts = []

for batch in samples.split(4):
    logits = batch.squeeze((2, 3))
    counts.append(len(logits.argmax(dim=1)))

counts
assert counts == [4, 4, 1]
assert samples.flatten(1).shape == samples.squeeze((2, 3)).shape == (9, 3)

# en: argmax(dim=0) or dim=-1 would silence the error; dim=0 asks a different question
# zh: 写 argmax(dim=0) 或 dim=-1 也能让报错消失；但 dim=0 问的是另一个问题
logits = torch.tensor([[0.1, 0.9, 0.0], [0.2, 0.1, 0.7]])
logits.argmax(dim=1), logits.argmax(dim=0)
assert logits.argmax(dim=1).tolist() == [1, 2]
assert logits.argmax(dim=0).tolist() == [1, 0, 1]
