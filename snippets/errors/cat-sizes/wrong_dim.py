# /// note
# title.en = "Another dim, the same error"
# title.zh = "换个 dim，还是这个错"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

up, skip = torch.ones(1, 8, 24, 24), torch.ones(1, 8, 25, 25)
torch.cat([up, skip], dim=2)
