# /// note
# title.en = "Layout, width and heads"
# title.zh = "布局、宽度与头数"
# device = "cpu"
# ///
import torch
from torch import nn

attention = nn.MultiheadAttention(8, 2)
x, narrow = torch.ones(3, 5, 8), torch.ones(5, 3, 4)
padding = torch.zeros(3, 5, dtype=torch.bool)
calls = {
    "batch_first forgotten": lambda: attention(x, x, x, key_padding_mask=padding),
    "another embedding size": lambda: attention(narrow, narrow, narrow),
    "heads don't divide it": lambda: nn.MultiheadAttention(10, 3),
}

def message(call):
    try:
        call()
    except (AssertionError, RuntimeError) as error:
        return str(error)

messages = {name: message(call) for name, call in calls.items()}
[{"mistake": name, "message": text} for name, text in messages.items()]
assert all(messages.values())
