# /// note
# title.en = "abs() makes it longer"
# title.zh = "abs() 反而更长"
# device = "cpu"
# ///
import torch

tokens, max_length = torch.arange(8), 5
row = torch.cat([tokens, torch.zeros(abs(max_length - len(tokens)))])
len(row)
assert len(row) == 11 > max_length
