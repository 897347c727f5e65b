# /// note
# title.en = "import models doesn't put Net into __main__"
# title.zh = "import models 不会把 Net 放进 __main__"
# device = "cpu"
# raises = "AttributeError"
# ///
import sys
import types

import torch

class Net(torch.nn.Module):
    pass

torch.save(Net(), "model.pt")
models = types.ModuleType("models")
models.Net = Net
sys.modules["models"] = models
del Net

import models
torch.load("model.pt", weights_only=False)
