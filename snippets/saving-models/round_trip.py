# /// note
# title.en = "Save, build, load"
# title.zh = "保存，搭建，加载"
# device = "cpu"
# ///
import zipfile

import torch
import torch.nn as nn

def build():
    return nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))

trained = build()
trained(torch.randn(8, 2))

torch.save(trained.state_dict(), "model.pt")
assert zipfile.is_zipfile("model.pt")

model = build()
state = torch.load("model.pt")
answer = model.load_state_dict(state)
model.eval();

print(answer)
[{"key": key, "shape": str(tuple(value.shape))} for key, value in state.items()]
assert all(torch.equal(value, trained.state_dict()[key]) for key, value in model.state_dict().items())
assert "1.running_mean" in state and not answer.missing_keys and not answer.unexpected_keys

# en: two confusions of a path, a dict and a model
# zh: 把路径、字典和模型弄混的两种情形
try:
    model.load_state_dict("model.pt")
except TypeError as error:
    print(error)
try:
    torch.load("model.pt").eval()
except AttributeError as error:
    print(error)
