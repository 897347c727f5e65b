# /// note
# title.en = "Layers in a Python list"
# title.zh = "放在 Python 列表里的层"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(2, 2), nn.Linear(2, 1)]

torch.optim.SGD(Net().parameters(), lr=0.1)
