# /// note
# title.en = "numpy() comes too early"
# title.zh = "numpy() 调用得太早"
# device = "cpu"
# raises = "TypeError"
# ///
import torch

t = torch.ones(2, device="meta")
t.numpy().cpu()
