# /// note
# title.en = "Back to NumPy, through the CPU"
# title.zh = "回到 NumPy，要经过 CPU"
# device = "cpu"
# raises = "TypeError"
# ///
import torch

x = torch.ones(2, requires_grad=True)
x.detach().cpu().numpy()
assert x.detach().cpu().numpy().tolist() == [1.0, 1.0]

# en: "meta" stands in for "cuda:0"; the message is the same but for the name
# zh: 用 "meta" 代替 "cuda:0"，报错除了设备名完全一样
torch.ones(2, device="meta").numpy()
