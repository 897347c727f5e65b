# /// note
# title.en = "No error, no batch"
# title.zh = "没有报错，也没有数据"
# device = "cpu"
# ///
from torch.utils.data import DataLoader

batches = list(DataLoader([], batch_size=4, shuffle=False))
batches
assert batches == []
