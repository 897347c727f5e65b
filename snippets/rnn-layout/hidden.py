# /// note
# title.en = "Initial states, and what is refused"
# title.zh = "初始状态，以及哪些会被拒绝"
# device = "cpu"
# ///
import torch
from torch import nn

x = torch.randn(2, 7, 4)
lstm = nn.LSTM(4, 3, num_layers=2, batch_first=True)
state = torch.zeros(2, 2, 3), torch.zeros(2, 2, 3)
assert lstm(x, state)[0].shape == (2, 7, 3)

def error(call):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"

five = torch.randn(5, 7, 4)
wrong = torch.zeros(5, 2, 3), torch.zeros(5, 2, 3)
rows = [
    ("h_0 (batch, layers, hidden)", error(lambda: lstm(five, wrong))),
    ("5 features for LSTM(4, 3)", error(lambda: lstm(torch.randn(2, 7, 5)))),
]
rows
assert all(message for _, message in rows)
assert lstm(five, tuple(s.transpose(0, 1).contiguous() for s in wrong))[0].shape == (5, 7, 3)

# en: the last output of the last layer is h_n[-1]
# zh: 最后一层的最后一个输出，就是 h_n[-1]
output, (h, c) = lstm(x)
assert torch.equal(output[:, -1], h[-1])
