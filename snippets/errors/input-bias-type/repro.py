# /// note
# title.en = "An image straight from a file"
# title.zh = "直接从文件读来的图片"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

img = torch.zeros(1, 3, 8, 8, dtype=torch.uint8)
nn.Conv2d(3, 4, 3)(img)
