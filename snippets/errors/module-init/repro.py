# /// note
# title.en = "The registers don't exist yet"
# title.zh = "登记表还不存在"
# device = "cpu"
# raises = "AttributeError"
# ///
from torch import nn

class Net(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(2, 2)

Net()
