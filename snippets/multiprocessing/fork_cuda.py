# /// note
# title.en = "A forked child that touches CUDA"
# title.zh = "fork 出来的子进程去碰 CUDA"
# device = "cuda"
# ///
import os

import torch

torch.ones(1, device="cuda");

read, write = os.pipe()
child = os.fork()
if child == 0:
    try:
        torch.ones(1, device="cuda")
        said = "no error"
    except RuntimeError as error:
        said = str(error)
    os.write(write, said.encode())
    os._exit(0)

os.waitpid(child, 0)
said = os.read(read, 4096).decode()
print(said)
assert "Cannot re-initialize CUDA in forked subprocess" in said
