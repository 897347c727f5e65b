# /// note
# title.en = "A mask flattens what it picks"
# title.zh = "按掩码挑选，结果总是一维"
# device = "any"
# ///
import torch

x = torch.arange(6).reshape(2, 3)
mask = x > 2
mask
picked = torch.masked_select(x, mask)
picked
assert picked.tolist() == [3, 4, 5]
assert torch.equal(picked, x[mask])

# en: one row of mask, broadcast to both rows of x
# zh: 一行掩码，广播到 x 的两行
columns = torch.tensor([True, False, True])
x.masked_select(columns)
assert x.masked_select(columns).tolist() == [0, 2, 3, 5]
assert x[:, columns].tolist() == [[0, 2], [3, 5]]

picked[0] = 99
assert x.max() == 5

try:
    x.masked_select(torch.tensor([1, 0, 1], dtype=torch.uint8))
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused.startswith("masked_select: expected BoolTensor for mask")
