# /// note
# title.en = "Find the offenders, mend their cause"
# title.zh = "找出越界的，改掉原因"
# device = "cpu"
# ///
import torch

table = torch.tensor([10, 20, 30])
ids = torch.tensor([1, 3, 2])
bad = (ids < -len(table)) | (ids >= len(table))
{"min": ids.min(), "max": ids.max(), "size": len(table), "bad": ids[bad]}

table[ids - 1]
assert ids[bad].tolist() == [3] and table[ids - 1].tolist() == [10, 30, 20]
