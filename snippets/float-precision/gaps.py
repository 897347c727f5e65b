# /// note
# title.en = "The gap to the next number"
# title.zh = "到下一个数的间隔"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch

fig, ax = plt.subplots(figsize=(6, 3), layout="constrained")
gaps = {}
for dtype in (torch.float32, torch.bfloat16, torch.float16):
    powers = range(-10, 16 if dtype == torch.float16 else 27)
    x = torch.tensor([2.0 ** p for p in powers], dtype=dtype)
    following = torch.nextafter(x, torch.full_like(x, float("inf")))
    gaps[dtype] = dict(zip(powers, (following.double() - x.double()).tolist()))
    ax.loglog([2.0 ** p for p in powers], gaps[dtype].values(), "o-", markersize=3, label=str(dtype))
ax.axhline(1, color="gray", linewidth=0.8);
ax.set(xlabel="x", ylabel="gap");
ax.legend();
plt.show()

assert gaps[torch.float32][24] == 2.0 and gaps[torch.float32][23] == 1.0
assert gaps[torch.bfloat16][8] == 2.0 and gaps[torch.float16][11] == 2.0
