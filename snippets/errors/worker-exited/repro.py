# /// note
# title.en = "A native crash in the worker, imitated"
# title.zh = "worker 里发生原生崩溃（模拟）"
# device = "cpu"
# raises = "RuntimeError"
# ///
import os

from torch.utils.data import DataLoader

class Data:
    def __len__(self):
        return 4

    def __getitem__(self, i):
        # en: what a crash in a decoder or the out-of-memory killer does
        # zh: 解码库崩溃、被 OOM killer 杀掉，效果就是这样
        os._exit(1)

next(iter(DataLoader(Data(), num_workers=1)))
