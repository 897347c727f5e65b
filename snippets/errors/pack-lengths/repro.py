# /// note
# title.en = "The shorter sample comes first"
# title.zh = "短的样本排在前面"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch.nn.utils.rnn import pack_padded_sequence

x = torch.ones(2, 5, 3)
lengths = torch.tensor([3, 5])
pack_padded_sequence(x, lengths, batch_first=True)
