# /// note
# title.en = "Who gets the gradient when two are largest?"
# title.zh = "两个并列最大，梯度给谁？"
# device = "cpu"
# ///
import torch

x = torch.tensor([[1.0, 3.0, 3.0]], requires_grad=True)

calls = ("x.max()", "x.amax()", "x.amax(1)", "x.max(1).values", "x.topk(1, 1).values", "x.logsumexp(1)")
gradient = {call: torch.autograd.grad(eval(call).sum(), x)[0].squeeze(0) for call in calls}
[{"call": call, "to 1": g[0].item(), "to the first 3": g[1].item(), "to the second 3": g[2].item()}
 for call, g in gradient.items()]

assert all(gradient[call].tolist() == [0.0, 0.5, 0.5] for call in ("x.max()", "x.amax()", "x.amax(1)"))
assert sorted(gradient["x.max(1).values"].tolist()) == [0.0, 0.0, 1.0]
assert all(abs(g.sum().item() - 1) < 1e-6 for g in gradient.values())
