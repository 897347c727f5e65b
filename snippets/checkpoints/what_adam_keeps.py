# /// note
# title.en = "What an optimizer's state holds"
# title.zh = "优化器的状态里有什么"
# device = "cpu"
# ///
import torch
import torch.nn as nn

model = nn.Linear(4, 3)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
model(torch.ones(2, 4)).sum().backward()
optimizer.step()

saved = optimizer.state_dict()
[{"parameter": number, "key": key, "shape": str(tuple(value.shape))}
 for number, entry in saved["state"].items() for key, value in entry.items()]

entries = saved["state"].values()
numbers = sum(value.numel() for entry in entries for value in entry.values() if value.dim())
assert numbers == 2 * sum(p.numel() for p in model.parameters())

# en: parameters are known by position, not by name: another number of them is refused …
# zh: 参数按位置对应，不按名字：个数不同会被拒绝……
try:
    torch.optim.Adam([model.weight]).load_state_dict(saved)
except ValueError as error:
    print(error)

# en: … another order of them is not
# zh: ……顺序不同却不会
swapped = torch.optim.Adam([model.bias, model.weight])
swapped.load_state_dict(saved)
swapped.state[model.bias]["exp_avg"].shape, model.bias.shape
assert swapped.state[model.bias]["exp_avg"].shape != model.bias.shape

# en: and the learning rate of the file replaces the one you just set
# zh: 而且，文件里的学习率会覆盖你刚设的值
fresh = torch.optim.Adam(model.parameters(), lr=0.5)
fresh.load_state_dict(saved)
assert fresh.param_groups[0]["lr"] == 0.01
