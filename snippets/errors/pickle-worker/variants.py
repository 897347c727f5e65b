# /// note
# title.en = "A lambda in a checkpoint"
# title.zh = "检查点里的 lambda"
# device = "cpu"
# ///
import pickle

import torch

def save():
    torch.save({"activation": lambda x: x.relu()}, "checkpoint.pt")

try:
    save()
except (pickle.PicklingError, AttributeError) as error:
    said = str(error)
said
assert "save.<locals>.<lambda>" in said
