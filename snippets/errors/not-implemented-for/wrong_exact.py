# /// note
# title.en = "2049 in half precision"
# title.zh = "半精度里的 2049"
# device = "any"
# ///
import torch

ids = torch.tensor([2047, 2048, 2049])
ids.half().long()
ids.float().long()
assert ids.half().long().tolist() == [2047, 2048, 2048]
assert ids.float().long().tolist() == [2047, 2048, 2049]
