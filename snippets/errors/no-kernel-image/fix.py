# /// note
# title.en = "Does this build cover that GPU?"
# title.zh = "这个版本支持那块 GPU 吗？"
# device = "any"
# ///
import torch

def covers(arch_list, capability):
    major, minor = capability
    for arch in arch_list:
        kind, _, number = arch.partition("_")
        if not number.isdigit():
            continue
        built = int(number[:-1]), int(number[-1])
        if kind == "compute" and built <= capability:
            return True
        if kind == "sm" and built[0] == major and built[1] <= minor:
            return True
    return False

build = ["sm_75", "sm_80", "sm_86", "sm_90"]
cards = {"GTX 1080": (6, 1), "RTX 2080": (7, 5), "RTX 4090": (8, 9),
         "H100": (9, 0), "RTX 5090": (12, 0)}
[{"card": card, "capability": "%d.%d" % c, "this build": covers(build, c)}
 for card, c in cards.items()]

if torch.cuda.is_available():
    assert covers(torch.cuda.get_arch_list(), torch.cuda.get_device_capability())
uncovered = [card for card, c in cards.items() if not covers(build, c)]
assert uncovered == ["GTX 1080", "RTX 5090"]
assert covers([*build, "compute_90"], cards["RTX 5090"])
