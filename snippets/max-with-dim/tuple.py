# /// note
# title.en = "With dim, two things come back"
# title.zh = "带上 dim，返回的是两样东西"
# device = "any"
# ///
import torch

x = torch.tensor([[1.0, 5.0, 2.0], [4.0, 0.0, 3.0]])
values, indices = x.max(dim=1)
values
indices
assert values.tolist() == [5.0, 4.0] and indices.tolist() == [1, 0]

def outcome(call):
    try:
        result = eval(call)
        if isinstance(result, tuple):
            return f"{type(result).__name__} of length {len(result)}"
        return str(result.tolist())
    except (TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"

report = {call: outcome(call) for call in (
    "x.max()", "x.max(1)", "x.max(1).values", "x.amax(1)", "x.argmax(1)", "torch.max(x, x + 1)",
    "x.max(1) * 2", "x.max(1) + 1", "x.max(1) > 2", "x.max(1).mean()",
    "x.sort(1)", "x.median(1)", "x.topk(2, 1)")}
[{"call": call, "outcome": said} for call, said in report.items()]

assert report["x.max(1)"] == "max of length 2" and report["x.max(1) * 2"] == "tuple of length 4"
assert report["x.amax(1)"] == report["x.max(1).values"] == "[5.0, 4.0]"
assert report["x.max(1) + 1"] == 'TypeError: can only concatenate tuple (not "int") to tuple'
assert report["x.max(1).mean()"] == "AttributeError: 'torch.return_types.max' object has no attribute 'mean'"
