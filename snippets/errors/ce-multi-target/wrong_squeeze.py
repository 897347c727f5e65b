# /// note
# title.en = "The last batch has one sample"
# title.zh = "最后一批只有一个样本"
# device = "cpu"
# raises = "ValueError"
# ///
import torch
from torch import nn

logits, y = torch.zeros(1, 3), torch.tensor([[2]])
nn.CrossEntropyLoss()(logits, y.squeeze())
