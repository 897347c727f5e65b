# /// note
# title.en = "The result has to fit"
# title.zh = "结果必须装得下"
# device = "cpu"
# ///
import torch

def outcome(statement):
    scope = {"torch": torch, "ints": torch.ones(2, dtype=torch.int64),
             "half": torch.ones(2, dtype=torch.float16), "one": torch.ones(1), "three": torch.ones(3)}
    try:
        result = eval(statement, scope)
        return f"{result.dtype}, shape {tuple(result.shape)}"
    except RuntimeError as error:
        return f"RuntimeError: {error}"

report = {statement: outcome(statement) for statement in (
    "ints * 0.5",
    "ints.mul_(0.5)",
    "ints.div_(2)",
    "ints.mul_(2)",
    "half + three[:2]",
    "half.add_(three[:2])",
    "one + three",
    "one.add_(three)",
)}
[{"statement": statement, "outcome": said} for statement, said in report.items()]

assert report["ints * 0.5"].startswith("torch.float32")
assert "result type Float can't be cast to the desired output type Long" in report["ints.mul_(0.5)"]
assert report["ints.div_(2)"] == report["ints.mul_(0.5)"]
assert report["half + three[:2]"].startswith("torch.float32")
assert report["half.add_(three[:2])"].startswith("torch.float16")
assert "doesn't match the broadcast shape [3]" in report["one.add_(three)"]
