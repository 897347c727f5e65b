# /// note
# title.en = "super(Net) without self"
# title.zh = "super(Net) 漏了 self"
# device = "cpu"
# raises = "AttributeError"
# ///
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super(Net).__init__()
        self.fc = nn.Linear(2, 2)

Net()
