# /// note
# title.en = "Features from inference mode"
# title.zh = "来自推理模式的特征"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

backbone, head = nn.Linear(3, 4), nn.Linear(4, 1)
with torch.inference_mode():
    features = backbone(torch.ones(2, 3))
head(features).sum().backward()
