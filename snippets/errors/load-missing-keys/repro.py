# /// note
# title.en = "Saved from a DataParallel model"
# title.zh = "从 DataParallel 模型存下来的"
# device = "any"
# raises = "RuntimeError"
# ///
from torch import nn

saved = nn.DataParallel(nn.Linear(2, 2)).state_dict()
nn.Linear(2, 2).load_state_dict(saved)
