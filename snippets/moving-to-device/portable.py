# /// note
# title.en = "One line that decides, and code that runs anywhere"
# title.zh = "一行决定设备，其余代码到处能跑"
# device = "any"
# ///
import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

model = nn.Linear(2, 1).to(device)
data = torch.ones(4, 2).to(device)
loss = model(data).sum()
loss.backward()
assert model.weight.grad.device.type == data.device.type == loss.device.type == device.type

# en: the older way, with a flag
# zh: 老写法：用一个标志
use_cuda = torch.cuda.is_available()
if use_cuda:
    data = data.cuda()
    model.cuda()
assert model(data).device.type == device.type

# en: the newer way, for every make of accelerator
# zh: 新写法：不限加速器厂商
accelerator = torch.accelerator.current_accelerator(check_available=True) or torch.device("cpu")
assert accelerator.type == device.type or device.type == "cpu"
