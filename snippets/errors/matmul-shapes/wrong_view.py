# /// note
# title.en = "view(-1, …) mixes samples"
# title.zh = "view(-1, …) 把样本混在一起"
# device = "cpu"
# ///
import torch

# en: every value carries the number of its sample
# zh: 每个值就是它所属样本的编号
x = torch.arange(4).repeat_interleave(60).reshape(4, 6, 10)
rows = x.view(-1, 40)

rows.shape
[{"row": i, "samples": str(row.unique().tolist())} for i, row in enumerate(rows)]
assert len(rows) == 6 and rows[1].unique().tolist() == [0, 1]
