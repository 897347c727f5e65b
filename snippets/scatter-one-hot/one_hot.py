# /// note
# title.en = "Four spellings of one-hot"
# title.zh = "one-hot 的四种写法"
# device = "cpu"
# ///
import torch
from torch.nn import functional as F

label = torch.tensor([2, 0, 2])
onehot = torch.zeros(3, 4).scatter_(1, label.unsqueeze(1), 1)
onehot

assert torch.equal(onehot, F.one_hot(label, 4).float())
assert torch.equal(onehot, torch.eye(4)[label])
assert torch.equal(onehot, (label[:, None] == torch.arange(4)).float())

def refusal(call):
    try:
        eval(call)
    except RuntimeError as error:
        return str(error)

calls = ["torch.zeros(3, 4).scatter_(1, label, 1)", "torch.zeros(3, 2).scatter_(1, label[:, None], 1)",
         "F.one_hot(label.int(), 4)", "F.one_hot(label, 2)", "F.one_hot(label - 1, 4)"]
[{"call": call, "RuntimeError": refusal(call)} for call in calls]
assert all(refusal(call) for call in calls)

assert F.one_hot(label).dtype == torch.int64
assert F.one_hot(label).shape == (3, 3) and F.one_hot(label[1:2]).shape == (1, 1)

# en: the same idea counts: add 1 instead of writing it
# zh: 同样的思路也能计数：把写入 1 换成加 1
counts = torch.zeros(4).scatter_add_(0, label, torch.ones(3))
assert counts.tolist() == onehot.sum(0).tolist() == torch.bincount(label, minlength=4).tolist()
