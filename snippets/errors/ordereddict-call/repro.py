# /// note
# title.en = "A dictionary is no model"
# title.zh = "字典不是模型"
# device = "any"
# raises = "AttributeError"
# ///
import torch
from torch import nn

torch.save(nn.Linear(2, 2).state_dict(), "weights.pt");

model = torch.load("weights.pt")
model.eval()
