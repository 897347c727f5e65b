# /// note
# title.en = "What may be in a file, by default"
# title.zh = "默认情况下，文件里可以有什么"
# device = "cpu"
# ///
import argparse
import collections
import pathlib

import numpy as np
import torch

optimizer = torch.optim.Adam([torch.zeros(2, requires_grad=True)])
contents = {
    "numbers, text, None": {"epoch": 3, "best": 0.5, "name": "x", "note": None},
    "optimizer.state_dict()": optimizer.state_dict(),
    "nn.Parameter": torch.nn.Parameter(torch.ones(1)),
    "dtype, set, Counter": [torch.float16, {1}, collections.Counter("aab")],
    "np.float64": np.float64(0.5),
    "np.ndarray": np.ones(2),
    "argparse.Namespace": argparse.Namespace(lr=0.1),
    "pathlib.Path": pathlib.Path("x"),
}

def load(value):
    torch.save(value, "file.pt")
    try:
        torch.load("file.pt")
        return "loads"
    except Exception as error:
        return str(error).split("Unsupported global: GLOBAL ")[1].split(" was not")[0]

outcome = {name: load(value) for name, value in contents.items()}
[{"content": name, "loads, or what is refused": said} for name, said in outcome.items()]

fine = [name for name, said in outcome.items() if said == "loads"]
assert fine == list(contents)[:4]
assert outcome["argparse.Namespace"] == "argparse.Namespace" and "numpy" in outcome["np.float64"]

# en: turned into plain values first, they load
# zh: 先转成普通的值，就能加载
plain = [np.float64(0.5).item(), torch.from_numpy(np.ones(2)), vars(argparse.Namespace(lr=0.1))]
assert load(plain) == "loads"
