# /// note
# title.en = "One line each"
# title.zh = "一行一个陷阱"
# device = "any"
# ///
import torch

nan = torch.tensor(float("nan"))
calls = (
    "torch.tensor(2.0 ** 24) + 1 == 2.0 ** 24",
    "torch.tensor(257.0).bfloat16()",
    "torch.tensor(70000.0).half()",
    "torch.tensor(0.1).double()",
    "torch.tensor(0.1) + torch.tensor(0.2) == torch.tensor(0.3)",
    "torch.tensor(0.1).double() == 0.1",
    "nan == nan",
    "torch.equal(nan, nan)",
    "torch.allclose(nan, nan, equal_nan=True)",
    "torch.ones(100_000).half().sum()",
)
result = {call: eval(call) for call in calls}
[{"expression": call, "result": str(r if isinstance(r, bool) else r.item())} for call, r in result.items()]

value = {call: r if isinstance(r, bool) else r.item() for call, r in result.items()}
assert value["torch.tensor(2.0 ** 24) + 1 == 2.0 ** 24"]
assert value["torch.tensor(257.0).bfloat16()"] == 256.0
assert value["torch.tensor(70000.0).half()"] == float("inf")
assert value["torch.tensor(0.1).double()"] == 0.10000000149011612
assert value["torch.tensor(0.1) + torch.tensor(0.2) == torch.tensor(0.3)"] and 0.1 + 0.2 != 0.3
assert not value["torch.tensor(0.1).double() == 0.1"]
assert not value["nan == nan"] and not value["torch.equal(nan, nan)"]
assert value["torch.allclose(nan, nan, equal_nan=True)"]
