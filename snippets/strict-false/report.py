# /// note
# title.en = "One renamed layer, loaded with strict=False"
# title.zh = "一个层改了名，用 strict=False 加载"
# device = "cpu"
# ///
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self, head):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.add_module(head, nn.Linear(4, 2))

trained = Net("fc")
model = Net("classifier")
untouched = model.classifier.weight.clone()

try:
    model.load_state_dict(trained.state_dict())
except RuntimeError as error:
    print(error)

answer = model.load_state_dict(trained.state_dict(), strict=False)
[{"missing: left as it was": missing, "unexpected: thrown away": unexpected}
 for missing, unexpected in zip(answer.missing_keys, answer.unexpected_keys)]

assert answer.missing_keys == ["classifier.weight", "classifier.bias"]
assert answer.unexpected_keys == ["fc.weight", "fc.bias"]
assert torch.equal(model.body.weight, trained.body.weight)
assert torch.equal(model.classifier.weight, untouched)
