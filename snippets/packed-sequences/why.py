# /// note
# title.en = "The last state, with and without packing"
# title.zh = "最后的状态，打包与不打包"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0);
lstm = nn.LSTM(1, 2, batch_first=True)
short = torch.randn(1, 2, 1)
padded = torch.cat([short, torch.zeros(1, 3, 1)], dim=1)

_, (alone, _) = lstm(short)
_, (with_padding, _) = lstm(padded)
_, (packed, _) = lstm(pack_padded_sequence(padded, [2], batch_first=True))
torch.cat([alone[0], with_padding[0], packed[0]]).detach()
assert torch.allclose(packed, alone) and not torch.allclose(with_padding, alone)

output, _ = lstm(pack_padded_sequence(padded, [2], batch_first=True))
shortened, _ = pad_packed_sequence(output, batch_first=True)
whole, _ = pad_packed_sequence(output, batch_first=True, total_length=5)
shortened.shape, whole.shape
assert shortened.shape == (1, 2, 2) and whole.shape == (1, 5, 2)
assert not whole[0, 2:].any()
