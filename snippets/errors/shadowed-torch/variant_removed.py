# /// note
# title.en = "torch.rfft is torch.fft.rfft now"
# title.zh = "torch.rfft 现在是 torch.fft.rfft"
# device = "cpu"
# raises = "AttributeError"
# ///
import torch

torch.fft.rfft(torch.ones(4))
torch.rfft(torch.ones(4), 1)
