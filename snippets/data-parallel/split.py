# /// note
# title.en = "Who gets how many samples"
# title.zh = "谁分到几个样本"
# device = "cpu"
# ///
import matplotlib.pyplot as plt
import torch
from torch.utils.data import DistributedSampler

def shares(samples, devices):
    return [len(part) for part in torch.arange(samples).chunk(devices)]

batches = [16, 10, 5, 3]
fig, ax = plt.subplots(figsize=(6, 2))
for row, batch in enumerate(batches):
    left = 0
    for device, share in enumerate(shares(batch, 4)):
        ax.barh(row, share, left=left, color=f"C{device}", edgecolor="white");
        ax.text(left + share / 2, row, str(share), ha="center", va="center", color="white");
        left += share
ax.set(yticks=range(4), yticklabels=[f"{batch} / 4" for batch in batches], xticks=[]);
ax.invert_yaxis();
plt.show()

assert shares(16, 4) == [4, 4, 4, 4]
assert shares(10, 4) == [3, 3, 3, 1]
assert len(shares(5, 4)) == 3

# en: DDP instead: each process draws its own samples, and the set is filled up to equal length
# zh: DDP 则是各进程自取样本，不够整除时补齐
ranks = [list(DistributedSampler(range(10), 4, rank, shuffle=False)) for rank in range(4)]
[{"rank": rank, "samples": str(samples)} for rank, samples in enumerate(ranks)]
assert {len(samples) for samples in ranks} == {3}
assert sorted(sum(ranks, [])) == [0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]
