# /// note
# title.en = "The same message from elsewhere"
# title.zh = "同样的报错，别的来处"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

def divide():
    x = torch.arange(3)
    x /= 2

logits, labels = torch.zeros(3), torch.tensor([0, 1, 1])
calls = {
    "x /= 2": divide,
    "integer targets": lambda: F.binary_cross_entropy_with_logits(logits, labels),
    "out=": lambda: torch.add(torch.arange(3), 0.5, out=torch.arange(3)),
}

def message(call):
    try:
        call()
    except RuntimeError as error:
        return str(error)

messages = {name: message(call) for name, call in calls.items()}
[{"call": name, "message": text} for name, text in messages.items()]
assert len(set(messages.values())) == 1
assert F.binary_cross_entropy_with_logits(logits, labels.float()) > 0
