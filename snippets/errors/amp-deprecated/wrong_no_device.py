# /// note
# title.en = "Which device?"
# title.zh = "哪个设备？"
# device = "any"
# raises = "TypeError"
# ///
import torch

torch.autocast()
