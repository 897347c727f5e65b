# /// note
# title.en = "Which build is it? And code that runs on both"
# title.zh = "先看是哪种版本，再写两种都能跑的代码"
# device = "cpu"
# ///
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.ones(2, device=device)

{"torch": torch.__version__, "CUDA of this build": torch.version.cuda, "device": x.device}
assert torch.backends.cuda.is_built() == (torch.version.cuda is not None)
assert x.device.type == device.type
