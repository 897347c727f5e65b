# /// note
# title.en = "A third step of two"
# title.zh = "一共两步，走了第三步"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch.optim.lr_scheduler import OneCycleLR

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
scheduler = OneCycleLR(optimizer, max_lr=0.1, total_steps=2)
for _ in range(4):
    optimizer.step()
    scheduler.step()
