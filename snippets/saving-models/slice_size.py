# /// note
# title.en = "Ten numbers, four megabytes"
# title.zh = "十个数，四兆字节"
# device = "cpu"
# ///
import os

import torch

big = torch.zeros(1_000_000)

def size(value):
    torch.save(value, "file.pt")
    return os.path.getsize("file.pt")

sizes = {"big": size(big), "big[:10]": size(big[:10]), "big[:10].clone()": size(big[:10].clone())}
[{"saved": what, "kilobytes": round(bytes_ / 1000)} for what, bytes_ in sizes.items()]

assert sizes["big[:10]"] > 4_000_000
assert sizes["big[:10].clone()"] < 3_000

# en: the whole storage comes back as well
# zh: 读回来的也是整块存储
torch.save(big[:10], "file.pt")
assert torch.load("file.pt").untyped_storage().nbytes() == 4_000_000
