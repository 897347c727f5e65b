# /// note
# title.en = "Which spellings write into x?"
# title.zh = "哪些写法会改动 x 的内存？"
# device = "any"
# ///
import torch

def measure(statement):
    original = torch.tensor([2.0])
    scope = {"x": original, "torch": torch}
    exec(statement, scope)
    return {"statement": statement,
            "x is still the same object": scope["x"] is original,
            "the old memory now holds": original.item(),
            "writes counted": original._version}

# en: add a line of your own: x.sqrt_(), x.copy_(torch.zeros(1)), x *= 3 …
# zh: 加一行自己的试试：x.sqrt_()、x.copy_(torch.zeros(1))、x *= 3……
table = [measure(statement) for statement in (
    "x.mul_(0.5)",
    "x.mul(0.5)",
    "x = x * 0.5",
    "x *= 0.5",
    "x[0] = 1",
    "torch.mul(x, 0.5, out=x)",
    "torch.nn.init.ones_(x)",
    "torch.nn.functional.threshold(x, 5, 1, inplace=True)",
    "x.requires_grad_()",
)]
table

writes = {row["statement"]: row["writes counted"] for row in table}
same = {row["statement"]: row["x is still the same object"] for row in table}
assert writes["x.mul_(0.5)"] == 1 and writes["x.mul(0.5)"] == 0
assert same["x *= 0.5"] and writes["x *= 0.5"] == 1
assert not same["x = x * 0.5"] and writes["x = x * 0.5"] == 0
assert writes["x[0] = 1"] == writes["torch.mul(x, 0.5, out=x)"] == writes["torch.nn.init.ones_(x)"] == 1
assert writes["torch.nn.functional.threshold(x, 5, 1, inplace=True)"] == 1
assert writes["x.requires_grad_()"] == 0
