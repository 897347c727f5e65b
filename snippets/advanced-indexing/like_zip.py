# /// note
# title.en = "Index lists against zip"
# title.zh = "索引列表与 zip 对照"
# device = "cpu"
# ///
import torch

M = torch.arange(15).reshape(3, 5)

def index(rows, cols):
    try:
        return M[rows, cols].tolist()
    except IndexError as error:
        return str(error)

def by_zip(rows, cols):
    return [M[r, c].item() for r, c in zip(rows, cols)]

cases = [([0, 2, 1, 2, 1], [0, 1, 2, 3, 4]), ([0, 1, 2], [0, 1]), ([0, 1, 2], [4])]
[{"rows": rows, "cols": cols, "M[rows, cols]": index(rows, cols), "zip": by_zip(rows, cols)} for rows, cols in cases]

M[[0, 1, 2], 3]
assert index(*cases[0]) == by_zip(*cases[0]) == [0, 11, 7, 13, 9]
assert index([0, 1, 2], [0, 1]).startswith("shape mismatch: indexing tensors could not be broadcast together")
assert index([0, 1, 2], [4]) == [4, 9, 14] and by_zip([0, 1, 2], [4]) == [4]
assert M[[0, 1, 2], 3].tolist() == [3, 8, 13]
