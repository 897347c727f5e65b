# /// note
# title.en = "A loader has no items by number"
# title.zh = "加载器不能按编号取"
# device = "cpu"
# raises = "TypeError"
# ///
from torch.utils.data import DataLoader

DataLoader([1, 2])[0]
