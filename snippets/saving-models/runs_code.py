# /// note
# title.en = "Why the default is strict: a file that runs a function"
# title.zh = "默认为什么这么严：一个会执行函数的文件"
# device = "cpu"
# ///
import torch

class Surprise:
    def __reduce__(self):
        return print, ("this line was printed by the file",)

torch.save({"weight": torch.ones(2), "extra": Surprise()}, "found_online.pt")
torch.load("found_online.pt", weights_only=False)

try:
    torch.load("found_online.pt")
    refused = False
except Exception as error:
    refused = "Weights only load failed" in str(error)

assert refused
