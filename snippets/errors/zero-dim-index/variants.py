# /// note
# title.en = "What else a scalar refuses"
# title.zh = "标量还会拒绝什么"
# device = "cpu"
# ///
import torch

x = torch.tensor(3)
calls = {
    "x[0]": lambda: x[0],
    "len(x)": lambda: len(x),
    "for y in x": lambda: list(x),
    "x[None]": lambda: x[None],
}

def outcome(call):
    try:
        return str(call())
    except (IndexError, TypeError) as error:
        return f"{type(error).__name__}: {error}"

[{"call": name, "outcome": outcome(call)} for name, call in calls.items()]
assert outcome(calls["x[None]"]) == "tensor([3])"
