# /// note
# title.en = "Two groups, three more questions"
# title.zh = "两个参数组，再加三个问题"
# device = "cpu"
# ///
import torch
from torch import nn

backbone, head = nn.Linear(2, 2), nn.Linear(2, 1)
optimizer = torch.optim.Adam(
    [{"params": backbone.parameters(), "lr": 0.001, "weight_decay": 0},
     {"params": head.parameters(), "lr": 0.01}],
    weight_decay=1e-3,
)

def table():
    return [{"group": i, "parameters": len(g["params"]), "lr": g["lr"],
             "weight_decay": g["weight_decay"]}
            for i, g in enumerate(optimizer.param_groups)]

table()
settings = [(g["lr"], g["weight_decay"]) for g in optimizer.param_groups]
assert settings == [(0.001, 0), (0.01, 1e-3)]

# en: a scheduler scales each group's own rate
# zh: 调度器对每组各自的学习率做缩放
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.1)
optimizer.step()
scheduler.step()
rates = scheduler.get_last_lr()
rates
assert [round(rate, 6) for rate in rates] == [0.0001, 0.001]

# en: a group may join later, with its own rate or the default one
# zh: 之后还可以加入新的组，学习率自定或用默认值
optimizer.add_param_group({"params": [nn.Parameter(torch.zeros(1))], "lr": 5.0})
table()
assert len(optimizer.param_groups) == 3

try:
    torch.optim.Adam([{"params": backbone.parameters()}, {"params": backbone.parameters()}])
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
