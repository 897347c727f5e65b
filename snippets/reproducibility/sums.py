# /// note
# title.en = "The same numbers, added in another order"
# title.zh = "同样的数，换个顺序相加"
# device = "cpu"
# ///
import torch

torch.manual_seed(0);
x = torch.randn(100_000)
sums = {
    "x.sum()": x.sum().item(),
    "x.flip(0).sum()": x.flip(0).sum().item(),
    "x.cumsum(0)[-1]": x.cumsum(0)[-1].item(),
    "x.double().sum()": x.double().sum().item(),
}
[{"sum": name, "equals x.sum()": value == sums["x.sum()"]} for name, value in sums.items()]
assert len(set(sums.values())) > 2
assert max(sums.values()) - min(sums.values()) < 0.1
