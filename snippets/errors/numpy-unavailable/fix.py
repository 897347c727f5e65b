# /// note
# title.en = "A NumPy that fits"
# title.zh = "NumPy 与 torch 合得来"
# device = "cpu"
# ///
import sys

import numpy as np
import torch

# en: in a program of yours, print this: which Python, which versions?
# zh: 在你自己的程序里打印这一行：是哪个 Python，哪些版本？
f"{sys.executable}: numpy {np.__version__}, torch {torch.__version__}";

torch.ones(2).numpy()
assert torch.from_numpy(torch.ones(2).numpy()).equal(torch.ones(2))
