# /// note
# title.en = "Unsorted, with the results in their order"
# title.zh = "不排序，结果顺序不变"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

lstm = nn.LSTM(3, 4, batch_first=True)
x = torch.randn(2, 5, 3)
lengths = torch.tensor([3, 5])

packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
_, (h, _) = lstm(packed)
_, (alone, _) = lstm(x[:1, :3])
packed.batch_sizes
assert torch.allclose(h[0, 0], alone[0, 0], atol=1e-6)
