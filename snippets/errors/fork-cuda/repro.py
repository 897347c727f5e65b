# /// note
# title.en = "A dataset that lives on the GPU"
# title.zh = "数据集放在 GPU 上"
# device = "cuda"
# raises = "RuntimeError"
# ///
import torch
from torch.utils.data import DataLoader

class OnGpu:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return torch.ones(2, device="cuda")

torch.ones(1, device="cuda")
next(iter(DataLoader(OnGpu(), num_workers=1, multiprocessing_context="fork")))
