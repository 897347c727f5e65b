# /// note
# title.en = "What strict=False forgives"
# title.zh = "strict=False 放过了什么"
# device = "cpu"
# ///
import torch
import torch.nn as nn

def make(classes):
    return nn.Sequential(nn.Linear(2, 2), nn.Linear(2, classes))

net = make(5)
before = net[0].weight.clone()

wrapped = net.load_state_dict(nn.DataParallel(make(5)).state_dict(), strict=False)
[{"missing": a, "unexpected": b} for a, b in zip(wrapped.missing_keys, wrapped.unexpected_keys)]
assert len(wrapped.missing_keys) == 4 and torch.equal(net[0].weight, before)

other = make(3).state_dict()
try:
    complaint = net.load_state_dict(other, strict=False)
except RuntimeError as error:
    complaint = str(error)
print(complaint)
assert "size mismatch for 1.weight" in complaint
assert torch.equal(net[0].weight, other["0.weight"])

fitting = {key: value for key, value in other.items() if value.shape == net.state_dict()[key].shape}
assert net.load_state_dict(fitting, strict=False).missing_keys == ["1.weight", "1.bias"]
