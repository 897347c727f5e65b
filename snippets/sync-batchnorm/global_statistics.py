# /// note
# title.en = "Global statistics from local ones"
# title.zh = "由局部统计量得到全局统计量"
# device = "cpu"
# ///
import torch

torch.manual_seed(0)
x = torch.cat([torch.randn(8), torch.randn(8) + 4])
parts = x.split([6, 10])

n = torch.tensor([6.0, 10.0])
means = torch.stack([part.mean() for part in parts])
variances = torch.stack([part.var(correction=0) for part in parts])

mean = (n * means).sum() / n.sum()
variance = (n * (variances + (means - mean) ** 2)).sum() / n.sum()

rows = {"the parts, averaged": (means.mean(), variances.mean()),
        "the parts, put together": (mean, variance),
        "the whole batch": (x.mean(), x.var(correction=0))}
[{"of": name, "mean": round(m.item(), 3), "variance": round(v.item(), 3)} for name, (m, v) in rows.items()]

assert torch.allclose(mean, x.mean()) and torch.allclose(variance, x.var(correction=0))
assert variances.mean() < variance / 2
