# /// note
# title.en = "The report is no model either"
# title.zh = "核对结果也不是模型"
# device = "any"
# raises = "AttributeError"
# ///
from torch import nn

model = nn.Linear(2, 2)
model = model.load_state_dict(model.state_dict())
model.eval()
