# /// note
# title.en = "One dimension too few"
# title.zh = "少了一维"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

batch, image = torch.ones(2, 3, 8, 8), torch.ones(3, 8, 8)
torch.cat([batch, image])
