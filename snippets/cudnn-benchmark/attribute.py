# /// note
# title.en = "An attribute, and no protection against typing errors"
# title.zh = "它是个属性，而且拼错了也没人提醒"
# device = "cpu"
# ///
import torch

cudnn = torch.backends.cudnn

def outcome(code):
    try:
        exec(code)
        return "accepted"
    except (SyntaxError, NameError, TypeError) as error:
        return f"{type(error).__name__}: {str(error)[:48]}"

codes = ["cudnn.benchmark() = True", "cudnn.benchmark = true", "cudnn.benchmark()",
         "cudnn.benchmark = True", "cudnn.benchmrk = True"]
said = {code: outcome(code) for code in codes}
[{"code": code, "outcome": result} for code, result in said.items()]

assert said["cudnn.benchmark() = True"].startswith("SyntaxError")
assert said["cudnn.benchmark = true"].startswith("NameError")
assert said["cudnn.benchmark()"].startswith("TypeError")
assert cudnn.benchmark is True and cudnn.benchmrk is True
