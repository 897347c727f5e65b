# /// note
# title.en = "Equal, or close?"
# title.zh = "相等，还是接近？"
# device = "cpu"
# ///
import torch

torch.manual_seed(0);
x = torch.rand(100_000)
forward, backward = x.sum(), x.flip(0).cumsum(0)[-1]
forward.item(), backward.item()
assert forward != backward
assert torch.allclose(forward, backward)

# en: for numbers near zero, the absolute tolerance decides: 1e-8 unless you say otherwise
# zh: 接近零的数由绝对误差决定：默认是 1e-8
a, b = torch.tensor(1e-7), torch.tensor(2e-7)
torch.allclose(a, b), torch.allclose(a, b, atol=1e-6)
assert not torch.allclose(a, b) and torch.allclose(a, b, atol=1e-6)

# en: a mask value that fits float16, and one that doesn't
# zh: float16 装得下的掩码值，和装不下的
scores = torch.zeros(2, dtype=torch.float16)
mask = torch.tensor([False, True])
try:
    scores.masked_fill(mask, -1e9)
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert "without overflow" in refused
scores.masked_fill(mask, torch.finfo(scores.dtype).min)
