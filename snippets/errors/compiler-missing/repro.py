# /// note
# title.en = "A compiler that doesn't exist"
# title.zh = "不存在的编译器"
# device = "cpu"
# raises = "InductorError"
# timeout = 60
# ///
import torch
from torch._inductor import config

config.cpp.cxx = ("/no/such/compiler",)
compiled = torch.compile(lambda x: x.sin() + 1)
compiled(torch.ones(3))
