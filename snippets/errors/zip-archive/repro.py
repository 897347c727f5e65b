# /// note
# title.en = "A checkpoint without its last 200 bytes"
# title.zh = "少了最后 200 字节的 checkpoint"
# device = "cpu"
# raises = "RuntimeError"
# ///
import pathlib

import torch

path = pathlib.Path("model.pt")
torch.save(torch.nn.Linear(4, 4).state_dict(), path)
path.write_bytes(path.read_bytes()[:-200]);
torch.load(path)
