# /// note
# title.en = "The lengths of other samples"
# title.zh = "长度配错了样本"
# device = "cpu"
# ///
import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

x = torch.tensor([[1, 1, 0], [2, 2, 2]])
lengths = torch.tensor([2, 3])

packed = pack_padded_sequence(x, lengths.sort(descending=True).values, batch_first=True)
read, _ = pad_packed_sequence(packed, batch_first=True)
read
assert read.tolist() == [[1, 1, 0], [2, 2, 0]]
assert len(packed.data) == 5 and packed.data.tolist().count(2) == 2
