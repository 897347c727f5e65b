# /// note
# title.en = "300 becomes 44"
# title.zh = "300 变成了 44"
# device = "cpu"
# ///
import torch

brighter = torch.tensor([250]).int() + 50
brighter.to(torch.uint8)
assert brighter.to(torch.uint8).tolist() == [44]
