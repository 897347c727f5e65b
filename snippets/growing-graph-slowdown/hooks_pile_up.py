# /// note
# title.en = "Not a graph, but it grows as well"
# title.zh = "不是计算图，但也在增长"
# device = "cpu"
# ///
import torch
import torch.nn as nn

model = nn.Linear(2, 2)
calls = []

# en: registered in the loop, never removed
# zh: 在循环里注册，从不移除
for step in range(5):
    model.register_forward_hook(lambda *_: calls.append(1))
    calls.clear()
    model(torch.ones(1, 2))
    print(f"step {step}: {len(calls)} calls")
assert len(calls) == 5

# en: a parameter group added in each epoch is another one of this kind
# zh: 每个 epoch 都加一个参数组，也属于这一类
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    optimizer.add_param_group({"params": [torch.zeros(1, requires_grad=True)]})
len(optimizer.param_groups)
assert len(optimizer.param_groups) == 4
