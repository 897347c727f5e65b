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

[{"of": "the parts, averaged", "mean": round(means.mean().item(), 3), "variance": round(variances.mean().item(), 3)},
 {"of": "the parts, put together", "mean": round(mean.item(), 3), "variance": round(variance.item(), 3)},
 {"of": "the whole batch", "mean": round(x.mean().item(), 3), "variance": round(x.var(correction=0).item(), 3)}]

assert torch.allclose(mean, x.mean()) and torch.allclose(variance, x.var(correction=0))
assert variances.mean() < variance / 2
