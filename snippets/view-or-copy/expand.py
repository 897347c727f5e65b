# /// note
# title.en = "expand: many rows, one memory"
# title.zh = "expand：行很多，内存只有一份"
# device = "any"
# ///
import torch

column = torch.zeros(3, 1)
wide = column.expand(3, 2)
wide.stride()
assert wide.stride() == (1, 0) and wide.data_ptr() == column.data_ptr()

try:
    wide.add_(1)
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert "more than one element of the written-to tensor refers to a single memory location" in refused

wide[0, 0] = 5
wide
assert wide.tolist() == [[5, 5], [0, 0], [0, 0]]

own = column.repeat(1, 2)
own[1, 0] = 8
own
assert own.tolist() == [[5, 5], [8, 0], [0, 0]]
assert column.expand(3, 2).clone().stride() == (2, 1)
