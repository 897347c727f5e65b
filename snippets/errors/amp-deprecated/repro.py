# /// note
# title.en = "The old names still work, and warn"
# title.zh = "旧名字还能用，但会警告"
# device = "cpu"
# ///
import torch

on_gpu = torch.cuda.is_available()
scaler = torch.cuda.amp.GradScaler(enabled=on_gpu)
with torch.cuda.amp.autocast(enabled=on_gpu):
    y = torch.ones(2, 2) @ torch.ones(2, 2)

y.dtype
assert y.dtype == torch.float32
