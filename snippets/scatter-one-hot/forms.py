# /// note
# title.en = "Accepted and refused"
# title.zh = "哪些接受，哪些拒绝"
# device = "cpu"
# ///
import torch

x, i, ones = torch.zeros(2, 2), torch.tensor([[0, 1]]), torch.ones(1, 2)

def outcome(call):
    try:
        return str(eval(call).tolist())
    except (AttributeError, TypeError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}".split(" - got")[0]

accepted = ["torch.scatter(x, 0, i, ones)", "x.scatter(0, i, ones)", "x.scatter(0, i, 1.0)",
            "x.scatter(0, i, value=1.0)", "x.long().scatter(0, i, 1.7)"]
refused = ["torch.scatter(0, i, ones)", "torch.scatter_(x, 0, i, ones)", "x.scatter(0, i, src=1.0)",
           "x.scatter(0, i, ones[0, 0])", "x.scatter(0, i, ones.double())"]
[{"call": call, "result": outcome(call)} for call in accepted + refused]

assert all(outcome(call).startswith("[[") for call in accepted)
assert all("Error: " in outcome(call) for call in refused)

y = x.scatter(0, i, 5.0)
assert y.sum() == 10 and x.sum() == 0
z = x.scatter_(0, i, 5.0)
assert z is x and x.sum() == 10
