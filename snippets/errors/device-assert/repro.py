# /// note
# title.en = "Label 3 with three classes, on a GPU"
# title.zh = "只有三类，标签却是 3（GPU 上）"
# device = "cuda"
# raises = "AcceleratorError"
# ///
import torch
from torch import nn

logits = torch.zeros(2, 3, device="cuda")
labels = torch.tensor([1, 3], device="cuda")
nn.CrossEntropyLoss()(logits, labels).item()
