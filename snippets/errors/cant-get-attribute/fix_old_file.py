# /// note
# title.en = "An old file, opened once"
# title.zh = "把旧文件打开一次"
# device = "cpu"
# ///
import sys
import types

import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

torch.save(Net(), "old.pt")
models = types.ModuleType("models")
models.Net = Net
del Net

sys.modules["__main__"].Net = models.Net
model = torch.load("old.pt", weights_only=False)
torch.save(model.state_dict(), "new.pt")
list(torch.load("new.pt"))
assert list(torch.load("new.pt")) == ["fc.weight", "fc.bias"]
