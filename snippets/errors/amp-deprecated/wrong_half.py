# /// note
# title.en = "The scaler wants float32 gradients"
# title.zh = "scaler 要的是 float32 梯度"
# device = "cpu"
# raises = "ValueError"
# ///
import torch
from torch import nn

model = nn.Linear(2, 2).half()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")

with torch.autocast("cpu", dtype=torch.float16):
    loss = model(torch.ones(1, 2)).sum()
scaler.scale(loss).backward()
scaler.step(optimizer)
