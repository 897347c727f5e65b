# /// note
# title.en = "Count with +=, and count right"
# title.zh = "用 += 计数，以及正确的计数"
# device = "any"
# ///
import torch

i = torch.tensor([0, 2, 2, 2])

counts = torch.zeros(3)
counts[i] += 1
counts

right = torch.zeros(3).index_put_((i,), torch.ones(4), accumulate=True)
right

assert counts.tolist() == [1, 0, 1]
assert right.tolist() == torch.bincount(i).tolist() == [1, 0, 3]

# en: four values for two cells: which one stays is not specified
# zh: 四个值写进两个格子：最后留下哪一个，没有规定
written = torch.zeros(3)
written[i] = torch.tensor([1.0, 2.0, 3.0, 4.0])
written
assert written[2] in torch.tensor([2.0, 3.0, 4.0])
