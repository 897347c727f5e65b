# /// note
# title.en = "The class is gone, as in another program"
# title.zh = "类不在了，就像换了一个程序"
# device = "cpu"
# raises = "AttributeError"
# ///
import torch

class Net(torch.nn.Module):
    pass

torch.save(Net(), "model.pt")
del Net
torch.load("model.pt", weights_only=False)
