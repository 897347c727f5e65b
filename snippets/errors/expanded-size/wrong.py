# /// note
# title.en = "reshape fits, and mixes the rows"
# title.zh = "reshape 装得下，却把行打乱了"
# device = "cpu"
# ///
import torch

# en: two rows of three, into a buffer of three rows of two
# zh: 两行三列，要写进三行两列
rows = torch.tensor([[1, 1, 1], [2, 2, 2]])
buffer = torch.zeros(3, 2, dtype=torch.long)
buffer[:] = rows.reshape(3, 2)
buffer
assert buffer[1].tolist() == [1, 2]
