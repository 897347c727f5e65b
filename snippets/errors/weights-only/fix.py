# /// note
# title.en = "Allow one class, or save plain values"
# title.zh = "放行一个类，或者只存普通的值"
# device = "cpu"
# ///
import argparse

import torch

args = argparse.Namespace(lr=0.1)
torch.save({"args": args, "w": torch.ones(2)}, "old.pt")
with torch.serialization.safe_globals([argparse.Namespace]):
    old = torch.load("old.pt")
old

torch.save({"args": vars(args), "w": torch.ones(2)}, "new.pt")
new = torch.load("new.pt")
new
assert vars(old["args"]) == new["args"] == {"lr": 0.1}
