# /// note
# title.en = "Written aside, then renamed"
# title.zh = "先写到一边，再改名"
# device = "cpu"
# ///
import os
import pathlib
import zipfile

import torch

def save(state, path):
    aside = path.with_suffix(".tmp")
    torch.save(state, aside)
    os.replace(aside, path)

path = pathlib.Path("model.pt")
save(torch.nn.Linear(4, 4).state_dict(), path)
list(torch.load(path))

broken = pathlib.Path("broken.pt")
broken.write_bytes(path.read_bytes()[:-200]);
assert zipfile.is_zipfile(path) and not zipfile.is_zipfile(broken)
assert list(torch.load(path)) == ["weight", "bias"]
