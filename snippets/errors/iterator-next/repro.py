# /// note
# title.en = "The spelling of Python 2"
# title.zh = "Python 2 的写法"
# device = "cpu"
# raises = "AttributeError"
# ///
import torch
from torch.utils.data import DataLoader

iterator = iter(DataLoader(torch.ones(4, 2), batch_size=2))
iterator.next()
