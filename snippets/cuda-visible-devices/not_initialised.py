# /// note
# title.en = "Importing doesn't start CUDA"
# title.zh = "导入不会启动 CUDA"
# device = "cpu"
# ///
import os

import torch

# en: after the import, and after counting, the choice is still open
# zh: 导入之后、数过个数之后，都还可以改
torch.cuda.device_count(), torch.cuda.is_initialized()
assert not torch.cuda.is_initialized()

os.environ["CUDA_VISIBLE_DEVICES"] = ""
torch.cuda.is_available()
assert not torch.cuda.is_available()
