# /// note
# title.en = "Let torch name the culprit"
# title.zh = "让 torch 指出元凶"
# device = "any"
# raises = "RuntimeError"
# ///
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.tensor([0.0, 4.0], requires_grad=True)

with torch.autograd.detect_anomaly():
    y = torch.where(x > 0, x.sqrt(), torch.zeros(2))
    y.sum().backward()
