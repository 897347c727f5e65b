# /// note
# title.en = "Index lists against zip"
# title.zh = "索引列表与 zip 对照"
# device = "cpu"
# ///
import torch

M = torch.arange(15).reshape(3, 5)

def index(rows, cols):
    try:
        return str(M[rows, cols].tolist())
    except IndexError as error:
        return str(error)

def by_zip(rows, cols):
    return str([M[r, c].item() for r, c in zip(rows, cols)])

cases = [([0, 2, 1, 2, 1], [0, 1, 2, 3, 4]), ([0, 1, 2], [0, 1]), ([0, 1, 2], [4])]
[{"rows, cols": f"{r}, {c}", "M[rows, cols]": index(r, c), "zip": by_zip(r, c)} for r, c in cases]

M[[0, 1, 2], 3]
assert index(*cases[0]) == by_zip(*cases[0]) == "[0, 11, 7, 13, 9]"
assert index([0, 1, 2], [0, 1]).startswith("shape mismatch")
assert by_zip([0, 1, 2], [0, 1]) == "[0, 6]"
assert index([0, 1, 2], [4]) == "[4, 9, 14]" and by_zip([0, 1, 2], [4]) == "[4]"
assert M[[0, 1, 2], 3].tolist() == [3, 8, 13]
