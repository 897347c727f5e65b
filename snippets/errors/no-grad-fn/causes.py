# /// note
# title.en = "What keeps the graph, what cuts it"
# title.zh = "哪些留着图，哪些切断图"
# device = "cpu"
# ///
import torch
from torch import nn

model, x = nn.Linear(3, 2), torch.ones(4, 3)
out = model(x)
with torch.no_grad():
    unrecorded = model(x)
frozen = nn.Linear(3, 2).requires_grad_(False)

ways = {
    "out.softmax(1)": out.softmax(1),
    "out.argmax(1)": out.argmax(1),
    "out.round()": out.round(),
    "out > 0": out > 0,
    "out.detach()": out.detach(),
    "torch.tensor(out.sum().item())": torch.tensor(out.sum().item()),
    "under no_grad()": unrecorded,
    "every parameter frozen": frozen(x),
}
[{"result": name, "requires_grad": t.requires_grad} for name, t in ways.items()]
connected = [name for name, t in ways.items() if t.requires_grad]
assert connected == ["out.softmax(1)", "out.round()"]
