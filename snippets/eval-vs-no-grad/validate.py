# /// note
# title.en = "Six ways to validate, one reference"
# title.zh = "六种验证方式，同一个参照"
# device = "any"
# ///
import copy
import torch
from torch import nn

x = torch.randn(32, 4)
net = nn.Sequential(
    nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Dropout(0.3), nn.Linear(8, 2))
for _ in range(20):
    net(x)

scopes = {
    "grad": torch.enable_grad,
    "no_grad": torch.no_grad,
    "inference_mode": torch.inference_mode,
}

def predict(mode, scope):
    model = copy.deepcopy(net).train(mode == "train")
    with scopes[scope]():
        return model(x).detach().clone()

reference = predict("eval", "grad")
error = {(mode, scope): (predict(mode, scope) - reference).abs().max().item()
         for mode in ("eval", "train") for scope in scopes}
[{"mode": mode, "scope": scope, "largest difference": value}
 for (mode, scope), value in error.items()]

assert error["eval", "no_grad"] == error["eval", "inference_mode"] == 0
assert all(error["train", scope] > 0.01 for scope in scopes)
