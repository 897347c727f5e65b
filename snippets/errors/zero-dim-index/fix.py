# /// note
# title.en = "The number, or a vector of one"
# title.zh = "取数值，或变成长度为 1 的向量"
# device = "cpu"
# ///
import torch

loss = torch.tensor(0.5)
loss.item()
loss.reshape(1)

labels = torch.tensor([[3]])
labels.squeeze(1)
assert loss.item() == 0.5 and len(loss.reshape(1)) == len(labels.squeeze(1)) == 1
