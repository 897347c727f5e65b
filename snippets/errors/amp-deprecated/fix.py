# /// note
# title.en = "The device is an argument"
# title.zh = "设备作为参数"
# device = "any"
# ///
import warnings

import torch

warnings.simplefilter("error")
device = "cuda" if torch.cuda.is_available() else "cpu"
scaler = torch.amp.GradScaler(device)
with torch.autocast(device, dtype=torch.bfloat16):
    y = torch.ones(2, 2, device=device) @ torch.ones(2, 2, device=device)

y.dtype
assert y.dtype == torch.bfloat16
