# /// note
# title.en = "strict=False is about names"
# title.zh = "strict=False 管的是名字"
# device = "cpu"
# raises = "RuntimeError"
# ///
from torch import nn

nn.Linear(2, 2).load_state_dict(nn.Linear(2, 5).state_dict(), strict=False)
