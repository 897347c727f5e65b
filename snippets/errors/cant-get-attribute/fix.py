# /// note
# title.en = "Tensors in the file, the class in the code"
# title.zh = "文件里放张量，类留在代码里"
# device = "cpu"
# ///
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

trained = Net()
torch.save(trained.state_dict(), "model.pt")

model = Net()
model.load_state_dict(torch.load("model.pt"))
assert torch.equal(model.fc.weight, trained.fc.weight)
