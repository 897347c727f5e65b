# /// note
# title.en = "Rows × columns, three ways"
# title.zh = "行 × 列，三种写法"
# device = "any"
# ///
import torch

M = torch.arange(15).reshape(3, 5)
r, c = torch.tensor([0, 2]), torch.tensor([1, 3, 4])

M[r[:, None], c]

i, j = torch.meshgrid(r, c, indexing="ij")
assert torch.equal(M[r[:, None], c], M[r][:, c])
assert torch.equal(M[r[:, None], c], M[i, j])

B = torch.zeros(5, 6, 7, 8)
k = [0, 1, 2]
shapes = {index: eval(index).shape for index in (
    "B[:, k]", "B[:, k, k]", "B[:, k, :, k]", "B[:, [[0], [1]], k]")}
[{"index": index, "shape": shape} for index, shape in shapes.items()]

assert shapes["B[:, k, k]"] == (5, 3, 8)
assert shapes["B[:, k, :, k]"] == (3, 5, 7)
