# /// note
# title.en = "One flag per module"
# title.zh = "每个模块一个标志"
# device = "any"
# ///
import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.Dropout(), nn.ReLU()))
rows = []

def note(step):
    flags = {path or "model": module.training for path, module in model.named_modules()}
    rows.append({"step": step, **flags})

note("new")
model.eval();
note("model.eval()")
model.training = True
note("model.training = True")
model.train();
note("model.train()")
model[1].eval();
note("model[1].eval()")
rows

flags = [list(row.values())[1:] for row in rows]
assert flags[0] == [True] * 5
assert flags[1] == [False] * 5
assert flags[2] == [True, False, False, False, False]
assert flags[3] == [True] * 5
assert flags[4] == [True, True, False, False, False]
assert model.eval() is model
