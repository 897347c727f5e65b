# /// note
# title.en = "No input requires a gradient"
# title.zh = "没有一个输入需要梯度"
# device = "cpu"
# raises = "RuntimeError"
# ///
import warnings

import torch
from torch.utils.checkpoint import checkpoint

# en: show a warning without the place in torch that it comes from
# zh: 显示警告时，不带它在 torch 里的位置
warnings.formatwarning = lambda message, category, *_: f"{category.__name__}: {message}\n"

block = torch.nn.Linear(2, 2)
out = checkpoint(block, torch.ones(1, 2), use_reentrant=True)
out.sum().backward()
