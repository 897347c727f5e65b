# /// note
# title.en = "Which sums are 1?"
# title.zh = "哪些和等于 1？"
# device = "any"
# ///
import torch
import torch.nn.functional as F

torch.manual_seed(0);
scores = torch.randn(2, 3)

F.softmax(scores, dim=1)
F.softmax(scores, dim=0)

def rounded(values):
    return str([round(value, 3) for value in values.tolist()])

[{"dim": dim, "sums of rows": rounded(F.softmax(scores, dim).sum(1)),
  "sums of columns": rounded(F.softmax(scores, dim).sum(0))} for dim in (1, 0)]
assert torch.allclose(F.softmax(scores, dim=1).sum(1), torch.ones(2))
assert torch.allclose(F.softmax(scores, dim=0).sum(0), torch.ones(3))
assert not torch.allclose(F.softmax(scores, dim=0).sum(1), torch.ones(2))
