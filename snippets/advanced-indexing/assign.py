# /// note
# title.en = "Write to the paired cells"
# title.zh = "给成对的格子赋值"
# device = "any"
# ///
import torch
from torch.nn import functional as F

x = [0, 2, 1, 2, 1]
y = torch.arange(len(x))

M = torch.zeros(3, 5)
M[x, y] = 1
M

M.nonzero()
assert sorted(M.nonzero().tolist()) == sorted([[0, 0], [2, 1], [1, 2], [2, 3], [1, 4]])
assert torch.equal(M, F.one_hot(torch.tensor(x), 3).T.float())

def message(line):
    try:
        return repr(eval(line))
    except Exception as error:
        return f"{type(error).__name__}: {error}"

# en: two slips in the version that is copied around
# zh: 流传的版本里有两处笔误
slips = "torch.arange(x.shape[0])", "torch.arange(5) // [0, 1, 2, 3, 4]"
[{"line": line, "outcome": message(line)} for line in slips]
assert message(slips[0]) == "AttributeError: 'list' object has no attribute 'shape'"
assert message(slips[1]).startswith("TypeError: unsupported operand type(s) for //")
