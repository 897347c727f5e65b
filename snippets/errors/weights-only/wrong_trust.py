# /// note
# title.en = "Reading the file runs its author's code"
# title.zh = "读文件就会执行作者的代码"
# device = "cpu"
# ///
import torch

class Innocent:
    def __reduce__(self):
        return print, ("code from the file is running",)

torch.save(Innocent(), "downloaded.pt")
result = torch.load("downloaded.pt", weights_only=False)
assert result is None
