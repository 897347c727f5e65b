# /// note
# title.en = "Results of a tensor that requires grad"
# title.zh = "由需要梯度的张量算出的结果"
# device = "any"
# ///
import torch

b = torch.tensor([0.5, 1.5], requires_grad=True)

calls = ("b * 2", "b.round()", "b.max(dim=0).values", "b.max(dim=0).indices",
         "b > 0", "b.argmax()", "b.int()", "torch.zeros_like(b)", "b.detach()")
table = {call: eval(call) for call in calls}
[{"call": call, "dtype": str(r.dtype), "requires_grad": r.requires_grad} for call, r in table.items()]

assert [call for call in calls if table[call].requires_grad] == ["b * 2", "b.round()", "b.max(dim=0).values"]
assert all(r.is_floating_point() for r in table.values() if r.requires_grad)
