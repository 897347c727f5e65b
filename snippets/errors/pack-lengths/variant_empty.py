# /// note
# title.en = "A sample of length 0"
# title.zh = "长度为 0 的样本"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch.nn.utils.rnn import pack_padded_sequence

pack_padded_sequence(torch.ones(5, 2, 3), torch.tensor([5, 0]))
