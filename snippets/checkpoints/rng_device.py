# /// note
# title.en = "The state of the generator stays on the CPU"
# title.zh = "随机数状态必须留在 CPU 上"
# device = "cpu"
# ///
import torch

torch.save({"rng": torch.get_rng_state()}, "checkpoint.pth")
expected = torch.rand(2)

# en: "meta" stands in for "cuda": everything in the file is moved, this too
# zh: 用 "meta" 代替 "cuda"：文件里的一切都会被移动，它也不例外
moved = torch.load("checkpoint.pth", map_location="meta")["rng"]
try:
    torch.set_rng_state(moved)
    refused = False
except TypeError as error:
    print(error)
    refused = True

torch.set_rng_state(torch.load("checkpoint.pth", map_location="cpu")["rng"])
assert refused and torch.equal(torch.rand(2), expected)
