# /// note
# title.en = "What cat and stack refuse"
# title.zh = "cat 和 stack 不接受什么"
# device = "cpu"
# ///
import torch

a = torch.ones(2, 3)

def error(call):
    try:
        eval(call)
    except (RuntimeError, TypeError) as error:
        return f"{type(error).__name__}: {error}".split("\n")[0]

refused = {call: error(call) for call in (
    "torch.cat([a, torch.zeros(1, 2)])",
    "torch.stack([torch.ones(3), torch.ones(5)])",
    "torch.cat([torch.tensor(0.5), torch.tensor(0.7)])",
    "torch.cat([[0.1, 0.2], [0.3, 0.4]])",
    "torch.cat(a, a)",
)}
[{"call": call, "error": message} for call, message in refused.items()]

assert all(refused.values())
assert torch.stack([torch.tensor(0.5), torch.tensor(0.7)]).shape == (2,)
assert torch.cat([torch.ones(2, 1), torch.ones(2, 4)], dim=1).shape == (2, 5)
