# /// note
# title.en = "Padded, with a mask of what is real"
# title.zh = "补齐，并用掩码标出真实的部分"
# device = "any"
# ///
import torch
from torch.nn.utils.rnn import pad_sequence

rows = [[1, 2, 3], [4, 5]]
padded = pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
lengths = torch.tensor([len(row) for row in rows])
mask = torch.arange(padded.shape[1]) < lengths[:, None]

padded
mask
assert padded.tolist() == [[1, 2, 3], [4, 5, 0]]
assert padded[mask].tolist() == [1, 2, 3, 4, 5]
