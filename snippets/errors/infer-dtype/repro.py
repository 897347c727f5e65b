# /// note
# title.en = "A label is missing"
# title.zh = "缺了一个标签"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

labels = [1, None, 0]
torch.tensor(labels)
