# /// note
# title.en = "Saved in eval mode, loaded in training mode"
# title.zh = "评估模式下保存，加载后是训练模式"
# device = "cpu"
# ///
import torch
from torch import nn

def build():
    return nn.Sequential(nn.Linear(2, 2), nn.Dropout(0.5))

trained = build().eval()
torch.save(trained.state_dict(), "weights.pt")
list(trained.state_dict())
assert not any("training" in key for key in trained.state_dict())

model = build()
model.load_state_dict(torch.load("weights.pt"));
assert model.training and model[1].training

x = torch.ones(1, 2)
torch.manual_seed(0);
outputs = torch.cat([model(x) for _ in range(5)]).detach()
outputs
assert len(outputs.unique(dim=0)) > 1

model.eval();
assert torch.equal(model(x), trained(x))

try:
    model.train("yes")
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
