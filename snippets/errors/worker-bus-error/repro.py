# /// note
# title.en = "A worker that gets the signal"
# title.zh = "收到这个信号的 worker"
# device = "cpu"
# raises = "RuntimeError"
# ///
import os
import signal
import time

from torch.utils.data import DataLoader

class Data:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        # en: until then the main process waits for this sample
        # zh: 等主进程开始等待这个样本
        time.sleep(1)
        os.kill(os.getpid(), signal.SIGBUS)

next(iter(DataLoader(Data(), num_workers=1)))
