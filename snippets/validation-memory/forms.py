# /// note
# title.en = "Block, decorator, and a flag that does nothing"
# title.zh = "代码块、装饰器，以及一个不起作用的标志"
# device = "any"
# ///
import warnings

import torch
import torch.nn as nn
from torch.autograd import Variable

model = nn.Sequential(nn.Linear(2, 2), nn.Dropout())
x = torch.ones(1, 2)

@torch.no_grad()
def predict(x):
    return model(x)

with torch.no_grad():
    in_block = model(x)
with torch.inference_mode():
    in_inference = model(x)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    volatile = model(Variable(x, volatile=True))
print(caught[0].message)

results = {"with torch.no_grad()": in_block, "@torch.no_grad()": predict(x),
           "with torch.inference_mode()": in_inference, "Variable(x, volatile=True)": volatile}
[{"form": form, "graph recorded": out.requires_grad} for form, out in results.items()]

assert [out.requires_grad for out in results.values()] == [False, False, False, True]
assert "volatile was removed" in str(caught[0].message)
assert model.training
