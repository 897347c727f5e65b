# /// note
# title.en = "Two loops that do what scatter does"
# title.zh = "用两重循环写出 scatter"
# ///
import torch

def scatter(dim, index, src):
    out = torch.zeros(3, 3, dtype=src.dtype)
    for i in range(index.size(0)):
        for j in range(index.size(1)):
            if dim == 0:
                out[index[i, j], j] = src[i, j]
            else:
                out[i, index[i, j]] = src[i, j]
    return out

src = torch.tensor([[1, 2, 3], [4, 5, 6]])
index = torch.tensor([[0, 1, 2], [2, 0, 1]])
zeros = torch.zeros(3, 3, dtype=torch.int64)

down = zeros.scatter(0, index, src)
down
across = zeros.scatter(1, index, src)
across

assert torch.equal(down, scatter(0, index, src))
assert torch.equal(across, scatter(1, index, src))
assert torch.equal(zeros.scatter(-1, index, src), across)
assert torch.equal(across.gather(1, index), src)
