# /// note
# title.en = "One tensor larger than the GPU"
# title.zh = "一个比显存还大的张量"
# device = "cuda"
# raises = "OutOfMemoryError"
# ///
import torch

torch.empty(2 ** 42, dtype=torch.uint8, device="cuda")
