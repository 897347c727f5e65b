# /// note
# title.en = "Gradients at the zero vector"
# title.zh = "零向量处的梯度"
# device = "any"
# ///
import torch
import torch.nn.functional as F

calls = (
    "(x ** 2).sum().sqrt()",
    "((x ** 2).sum() + 1e-12).sqrt()",
    "x.norm()",
    "x.std()",
    "torch.cdist(x[None], x[None])[0, 0]",
    "x.abs().sum()",
    "(x / x.norm()).sum()",
    "F.normalize(x, dim=0).sum()",
    "(x ** 0.5).sum()",
    "(x * x.log()).sum()",
)
table = {}
for call in calls:
    x = torch.zeros(3, requires_grad=True)
    value = eval(call)
    value.backward()
    table[call] = value.item(), x.grad[0].item()
[{"expression": call, "value": f"{v:.1e}", "gradient": f"{g:.1e}"} for call, (v, g) in table.items()]

slope = {call: gradient for call, (_, gradient) in table.items()}
assert slope["(x ** 2).sum().sqrt()"] != slope["(x ** 2).sum().sqrt()"]
special = ("x.norm()", "x.std()", "torch.cdist(x[None], x[None])[0, 0]", "x.abs().sum()")
assert all(slope[call] == 0 for call in (*special, "((x ** 2).sum() + 1e-12).sqrt()"))
assert slope["F.normalize(x, dim=0).sum()"] > 1e11
assert slope["(x ** 0.5).sum()"] == float("inf")

# en: clipping scales by the total norm, so one NaN spoils all of them
# zh: 裁剪是按总范数缩放的，所以一个 NaN 就会毁掉全部
a, b = torch.zeros(2, requires_grad=True), torch.zeros(2, requires_grad=True)
a.grad, b.grad = torch.tensor([float("nan"), 1.0]), torch.ones(2)
torch.nn.utils.clip_grad_norm_([a, b], max_norm=1.0);
b.grad
assert b.grad.isnan().all()
