# /// note
# title.en = "Good values, and a nan on the way back"
# title.zh = "前向正常，反向出 nan"
# device = "any"
# raises = "RuntimeError"
# ///
import warnings

import torch

warnings.simplefilter("ignore")
x = torch.tensor([0.0, 4.0], requires_grad=True)
y = torch.where(x > 0, x.sqrt(), 0.0)
y
with torch.autograd.detect_anomaly():
    y.sum().backward()
