# /// note
# title.en = "Wrong numbers that divide, and numbers that do not"
# title.zh = "尺寸算错：除得尽的和除不尽的"
# device = "any"
# ///
import torch

features = torch.ones(2, 16, 6, 6)

def outcome(call):
    try:
        return str(tuple(eval(call).shape))
    except RuntimeError as error:
        return f"RuntimeError: {error}".split("\n")[0]

report = {call: outcome(call) for call in (
    "features.view(-1, 16 * 5 * 5)",
    "features.view(-1, 16 * 6 * 3)",
    "features.flatten(1)",
    "features.permute(1, 2, 0)",
)}
[{"call": call, "outcome": said} for call, said in report.items()]

refused = report["features.view(-1, 16 * 5 * 5)"]
assert refused == "RuntimeError: shape '[-1, 400]' is invalid for input of size 1152"
assert report["features.view(-1, 16 * 6 * 3)"] == "(4, 288)"
assert report["features.flatten(1)"] == "(2, 576)"
assert "input.dim() = 4 is not equal to len(dims) = 3" in report["features.permute(1, 2, 0)"]
