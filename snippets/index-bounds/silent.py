# /// note
# title.en = "Out of range, and no error"
# title.zh = "越了界，却不报错"
# device = "cpu"
# ///
import torch

x = torch.tensor([10, 20, 30, 40, 50, 60])

x[torch.tensor([-1, -6])]
x[4:10]
x[100:200]
x[torch.tensor([1, 7, 9]).clamp(max=5)]

assert x[-1] == 60 and x[-6] == 10
assert x[4:10].tolist() == [50, 60]
assert x[100:200].tolist() == []
assert x[torch.tensor([1, 7, 9]).clamp(max=5)].tolist() == [20, 60, 60]

try:
    torch.index_select(x, 0, torch.tensor([-1]))
    refused = False
except IndexError as error:
    refused = True
    print("index_select:", error)
assert refused
