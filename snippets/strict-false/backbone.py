# /// note
# title.en = "A trained body under a new head"
# title.zh = "训练好的主干，接一个新的头"
# device = "cpu"
# ///
import torch
import torch.nn as nn

def make(classes):
    return nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, classes))

pretrained = make(1000).state_dict()
model = make(10)

try:
    refusal = model.load_state_dict(pretrained, strict=False)
except RuntimeError as error:
    refusal = str(error)
print(refusal)

# en: leave out what is meant to be new, and say so
# zh: 有意换掉的部分先拿走，并且明确检查
body = {key: value for key, value in pretrained.items() if not key.startswith("3.")}
answer = model.load_state_dict(body, strict=False)

answer.missing_keys
assert answer.missing_keys == ["3.weight", "3.bias"] and not answer.unexpected_keys
assert "size mismatch for 3.weight" in refusal
assert torch.equal(model[0].weight, pretrained["0.weight"])
