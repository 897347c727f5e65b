# /// note
# title.en = "drop_last for training, eval() for one sample"
# title.zh = "训练用 drop_last，单个样本用 eval()"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.utils.data import DataLoader

net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
loader = DataLoader(torch.ones(9, 3), batch_size=8, drop_last=True)
sizes = [len(net(batch)) for batch in loader]
sizes
assert sizes == [8]

net.eval();
net(torch.ones(1, 3)).shape
assert net(torch.ones(1, 3)).shape == (1, 4)
