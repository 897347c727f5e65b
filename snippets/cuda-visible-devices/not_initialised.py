# /// note
# title.en = "Asking doesn't start CUDA"
# title.zh = "询问不会启动 CUDA"
# device = "cpu"
# ///
import os

import torch

# en: import and questions leave the choice open; a first tensor on the GPU closes it
# zh: 导入和询问之后仍然可以改；第一次把张量放上 GPU，就定下来了
torch.cuda.is_available(), torch.cuda.device_count(), torch.cuda.is_initialized()
assert not torch.cuda.is_initialized()

os.environ["CUDA_VISIBLE_DEVICES"] = ""
torch.cuda.is_available()
assert not torch.cuda.is_available()
