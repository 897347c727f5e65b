# /// note
# title.en = "cat keeps the number of dimensions, stack adds one"
# title.zh = "cat 不增加维度，stack 多出一维"
# device = "any"
# ///
import torch

a, b = torch.full((2, 3), 1.0), torch.full((2, 3), 2.0)

torch.cat([a, b])
torch.cat([a, b], dim=1)
[{"call": call, "shape": str(tuple(eval(call).shape))} for call in (
    "torch.cat([a, b])", "torch.cat([a, b], dim=1)", "torch.cat([a, b[:1]])",
    "torch.stack([a, b])", "torch.stack([a, b], dim=-1)")]

joined = torch.cat([a, b])
assert joined.shape == (4, 3) and torch.cat([a, b], dim=1).shape == (2, 6)
assert torch.stack([a, b]).shape == (2, 2, 3)
assert torch.equal(torch.stack([a, b]), torch.cat([a[None], b[None]]))

a.fill_(9);
assert joined.max() == 2

mixed = torch.cat([torch.ones(1, dtype=torch.int64), torch.ones(1)])
assert mixed.dtype == torch.float32
assert torch.equal(torch.concat([a, b]), torch.cat([a, b]))
