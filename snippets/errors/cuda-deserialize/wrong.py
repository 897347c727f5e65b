# /// note
# title.en = "map_location=\"cuda\" where there is none"
# title.zh = "没有 GPU 还写 map_location=\"cuda\""
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

torch.save(torch.ones(2), "cpu.pt")
torch.load("cpu.pt", map_location="cuda")
