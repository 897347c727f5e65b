# /// note
# title.en = "The layer is one level deeper"
# title.zh = "这一层在更里面"
# device = "cpu"
# raises = "AttributeError"
# ///
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

model = nn.DataParallel(Net())
model.fc
