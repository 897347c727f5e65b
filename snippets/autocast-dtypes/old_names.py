# /// note
# title.en = "The old spellings"
# title.zh = "旧写法"
# device = "cpu"
# ///
import warnings

import torch

def call(make):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        make()
    return [str(warning.message) for warning in caught if warning.category is FutureWarning]

calls = {
    "torch.cuda.amp.GradScaler()": lambda: torch.cuda.amp.GradScaler(enabled=False),
    "torch.cuda.amp.autocast()": lambda: torch.cuda.amp.autocast(enabled=False),
    "torch.amp.GradScaler('cuda')": lambda: torch.amp.GradScaler("cuda", enabled=False),
    "torch.autocast('cuda')": lambda: torch.autocast("cuda", enabled=False),
}
rows = [{"call": name, "FutureWarning": " ".join(call(make))} for name, make in calls.items()]
rows
assert [bool(row["FutureWarning"]) for row in rows] == [True, True, False, False]

try:
    torch.autocast()
    refused = False
except TypeError as error:
    refused = True
    print(error)
assert refused
