# /// note
# title.en = "A NumPy that fits"
# title.zh = "NumPy 与 torch 合得来"
# device = "cpu"
# ///
import sys

import numpy as np
import torch

# en: in your own program, print these three
# zh: 在你自己的程序里打印这三项
found = (sys.executable, np.__version__, torch.__version__)

torch.ones(2).numpy()
assert torch.from_numpy(torch.ones(2).numpy()).equal(torch.ones(2))
