# /// note
# title.en = "First the model, then its weights"
# title.zh = "先有模型，再装权重"
# device = "any"
# ///
import torch
from torch import nn

saved = nn.Linear(2, 2)
torch.save(saved.state_dict(), "weights.pt");

model = nn.Linear(2, 2)
model.load_state_dict(torch.load("weights.pt"))
model.eval()
assert model.weight.equal(saved.weight)
