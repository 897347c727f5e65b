# /// note
# title.en = "dropout=0.9, in one layer and in two"
# title.zh = "dropout=0.9，一层与两层"
# device = "cpu"
# ///
import warnings

import torch
from torch import nn

x = torch.randn(5, 1, 8)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    one = nn.LSTM(8, 8, num_layers=1, dropout=0.9)
two = nn.LSTM(8, 8, num_layers=2, dropout=0.9)
print(caught[0].category.__name__ + ":", caught[0].message)

torch.manual_seed(0);
[{"num_layers": lstm.num_layers, "same twice": torch.equal(lstm(x)[0], lstm(x)[0])}
 for lstm in (one, two)]
assert torch.equal(one(x)[0], one(x)[0])
assert not torch.equal(two(x)[0], two(x)[0])

# en: never after the last layer: for that, put a Dropout behind
# zh: 最后一层之后从来没有：需要的话，自己在后面加一个 Dropout
dropped = nn.Dropout(0.9)(one(x)[0])
assert (dropped == 0).any()
