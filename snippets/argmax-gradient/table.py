# /// note
# title.en = "What each operation does to the gradient"
# title.zh = "各种运算对梯度做了什么"
# device = "any"
# ///
import torch

x = torch.tensor([0.2, 1.7], requires_grad=True)

def gradient(call):
    result = eval(call)
    if not getattr(result, "requires_grad", False):
        return "none: the graph ends here"
    return str(torch.autograd.grad(result.sum(), x)[0].tolist())

table = {call: gradient(call) for call in (
    "x.argmax()", "x > 1", "x.int()", "x.tolist()", "torch.tensor(x.tolist())", "x.detach()",
    "x.round()", "x.floor()", "x.sign()",
    "x.max()", "x.clamp(0, 1)", "x * x")}
[{"call": call, "gradient": said} for call, said in table.items()]

calls = list(table)
assert all(table[call].startswith("none") for call in calls[:6])
assert all(table[call] == "[0.0, 0.0]" for call in calls[6:9])
assert table["x.max()"] == "[0.0, 1.0]"
