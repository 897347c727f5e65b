# /// note
# title.en = "A head of 1000 classes into one of 10"
# title.zh = "1000 类的头装进 10 类的模型"
# device = "cpu"
# raises = "RuntimeError"
# ///
from torch import nn

pretrained = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 1000)).state_dict()
net = nn.Sequential(nn.Linear(4, 8), nn.Linear(8, 10))
net.load_state_dict(pretrained)
