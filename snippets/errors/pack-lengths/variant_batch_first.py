# /// note
# title.en = "Two lengths for five “samples”"
# title.zh = "两个长度，却有五个“样本”"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch.nn.utils.rnn import pack_padded_sequence

x = torch.ones(2, 5, 3)    # (batch, time, features)
pack_padded_sequence(x, torch.tensor([5, 3]))
