# /// note
# title.en = "The defaults, and a block that changes them"
# title.zh = "默认值，以及一个临时修改的代码块"
# device = "cpu"
# ///
import torch

cudnn = torch.backends.cudnn

def state():
    return {name: getattr(cudnn, name) for name in ("benchmark", "deterministic", "enabled")}

before = state()
with cudnn.flags(enabled=True, benchmark=True, deterministic=False):
    inside = state()
after = state()
with cudnn.flags(benchmark=True):
    left_out = state()

[{"when": "by default", **before}, {"when": "flags(enabled=True, benchmark=True, …)", **inside},
 {"when": "flags(benchmark=True)", **left_out}, {"when": "after it", **after}]

assert before == after == {"benchmark": False, "deterministic": False, "enabled": True}
assert inside["benchmark"] and inside["enabled"]
assert left_out["benchmark"] and not left_out["enabled"]
assert not torch.are_deterministic_algorithms_enabled()
print("cuDNN here:", cudnn.is_available())
