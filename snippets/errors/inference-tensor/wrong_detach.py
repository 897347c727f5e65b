# /// note
# title.en = "detach() keeps it an inference tensor"
# title.zh = "detach() 之后还是推理张量"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

with torch.inference_mode():
    features = torch.ones(2, 3)
features.detach().is_inference()
nn.Linear(3, 1)(features.detach()).sum().backward()
