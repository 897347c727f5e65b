# /// note
# title.en = "Counting into an integer tensor"
# title.zh = "往整数张量里写"
# device = "cpu"
# ///
import torch

def outcome(statement):
    scope = {"n": torch.tensor([7, -7]), "torch": torch}
    try:
        exec(statement, scope)
        return str(scope["n"])
    except RuntimeError as error:
        return f"RuntimeError: {error}"

report = {statement: outcome(statement) for statement in (
    "n /= 2",
    "n //= 2",
    "n.div_(2, rounding_mode='trunc')",
    "n = n / 2",
    "n = n // 0",
    "n = n / 0",
    "n = (n > 0).long().mean()",
    "n = (n > 0).float().mean()",
)}
[{"statement": statement, "n afterwards": said} for statement, said in report.items()]

assert report["n /= 2"] == "RuntimeError: result type Float can't be cast to the desired output type Long"
assert report["n //= 2"] == "tensor([ 3, -4])"
assert report["n = n // 0"] == "RuntimeError: ZeroDivisionError"
assert report["n = n / 0"] == "tensor([inf, -inf])"
assert report["n = (n > 0).long().mean()"].startswith("RuntimeError: mean(): could not infer output dtype.")
assert report["n = (n > 0).float().mean()"] == "tensor(0.5000)"
