# /// note
# title.en = "A whole model is refused"
# title.zh = "整个模型会被拒绝"
# device = "any"
# ///
import pickle

import torch
from torch import nn

torch.save(nn.Linear(2, 2), "model.pt");
try:
    torch.load("model.pt")
except pickle.UnpicklingError as error:
    said = str(error).splitlines()[0]
said[:80]
assert said.startswith("Weights only load failed")
