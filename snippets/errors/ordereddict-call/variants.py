# /// note
# title.en = "A model where a dictionary belongs"
# title.zh = "该给字典的地方给了模型"
# device = "any"
# raises = "TypeError"
# ///
from torch import nn

nn.Linear(2, 2).load_state_dict(nn.Linear(2, 2))
