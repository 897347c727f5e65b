# /// note
# title.en = "Seven and minus seven, divided by two"
# title.zh = "7 与 −7 除以 2"
# device = "any"
# ///
import math

import torch

a = torch.tensor([7, -7])
calls = ("a / 2", "a // 2", "torch.div(a, 2, rounding_mode='trunc')", "a % 2", "torch.fmod(a, 2)")
table = {call: eval(call) for call in calls}
[{"call": call, "7": t[0].item(), "-7": t[1].item(), "dtype": str(t.dtype)} for call, t in table.items()]

values = [t.tolist() for t in table.values()]
assert values == [[3.5, -3.5], [3, -4], [3, -3], [1, 1], [1, -1]]

# en: like Python's own // and %, and unlike C, where -7 / 2 is -3
# zh: 与 Python 自己的 // 和 % 一致；C 语言里 -7 / 2 是 -3
assert [-7 // 2, -7 % 2] == [-4, 1]
assert math.fmod(-7, 2) == -1
