# /// note
# title.en = "Out of memory, on a GPU"
# title.zh = "GPU 显存不足"
# device = "cuda"
# raises = "torch.OutOfMemoryError"
# ///
import torch

free, total = torch.cuda.mem_get_info()
free >> 20, total >> 20
torch.empty(2 * total, dtype=torch.uint8, device="cuda")
