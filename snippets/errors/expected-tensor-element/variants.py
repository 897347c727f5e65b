# /// note
# title.en = "None, and an array"
# title.zh = "None 和数组"
# device = "cpu"
# ///
import numpy as np
import torch
from torch.utils.data import DataLoader

def error(call):
    try:
        call()
    except TypeError as error:
        return str(error)

loader = DataLoader([torch.ones(2), None], batch_size=2)
said = [error(lambda: next(iter(loader))), error(lambda: torch.stack([np.ones(2)]))]
said
assert "element 1" in said[0] and said[0].endswith("but got NoneType")
assert said[1].endswith("but got numpy.ndarray")
