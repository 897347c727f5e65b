# /// note
# title.en = "int(0.5) adds nothing"
# title.zh = "int(0.5) 什么也没加"
# device = "cpu"
# ///
import torch

count = torch.zeros(3, dtype=torch.long)
count += int(0.5)
count
assert count.tolist() == [0, 0, 0]
