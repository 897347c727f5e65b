# /// note
# title.en = "A model without memory, filled from the file"
# title.zh = "不占内存的模型，由文件填入"
# device = "cpu"
# ///
import warnings

import torch
import torch.nn as nn

torch.save(nn.Linear(2, 2).state_dict(), "checkpoint.pth")
state = torch.load("checkpoint.pth", map_location="cpu", mmap=True)

with torch.device("meta"):
    copied, assigned = nn.Linear(2, 2), nn.Linear(2, 2)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    copied.load_state_dict(state)
print(caught[0].message)

assigned.load_state_dict(state, assign=True);
[{"load_state_dict": "assign=False", "weight is on": str(copied.weight.device)},
 {"load_state_dict": "assign=True", "weight is on": str(assigned.weight.device)}]

assert copied.weight.is_meta and "which is a no-op" in str(caught[0].message)
assert assigned.weight.data_ptr() == state["weight"].data_ptr()
