# /// note
# title.en = "The rule, as a truth table"
# title.zh = "这条规则的真值表"
# device = "any"
# ///
import itertools

import torch

rows = []
for recording, a_needs, b_needs in itertools.product((True, False), repeat=3):
    a, b = torch.ones(2, requires_grad=a_needs), torch.ones(2, requires_grad=b_needs)
    with torch.set_grad_enabled(recording):
        result = a * b
    rows.append({"recording": recording, "a": a_needs, "b": b_needs, "a * b": result.requires_grad})
rows

assert all(row["a * b"] == (row["recording"] and (row["a"] or row["b"])) for row in rows)
