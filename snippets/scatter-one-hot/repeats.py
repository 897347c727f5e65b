# /// note
# title.en = "Two values for one place"
# title.zh = "两个值写到同一个位置"
# device = "cpu"
# ///
import torch

index, src = torch.tensor([0, 0, 1]), torch.tensor([1.0, 2.0, 3.0])
start = torch.full((2,), 10.0)

plain = start.scatter(0, index, src)
plain
assert plain[0] in (1.0, 2.0)

def reduced(how, include_self):
    return [round(v, 2) for v in start.scatter_reduce(0, index, src, how, include_self=include_self).tolist()]

table = {how: (reduced(how, True), reduced(how, False)) for how in ("sum", "prod", "mean", "amax", "amin")}
[{"reduce": how, "with the 10s": str(a), "include_self=False": str(b)} for how, (a, b) in table.items()]

assert table["sum"] == ([13, 13], [3, 3]) and table["prod"] == ([20, 30], [2, 3])
assert table["mean"] == ([4.33, 6.5], [1.5, 3])
assert table["amax"] == ([10, 10], [2, 3]) and table["amin"] == ([1, 3], [1, 3])
assert start.scatter_add(0, index, src).tolist() == [13, 13]
