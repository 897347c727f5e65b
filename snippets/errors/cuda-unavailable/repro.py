# /// note
# title.en = "No GPU for this process"
# title.zh = "这个进程没有 GPU 可用"
# device = "cpu"
# ///
import torch

torch.cuda.is_available()
torch.cuda.device_count()
assert not torch.cuda.is_available()
