# /// note
# title.en = "One sample, and squeeze() takes its axis"
# title.zh = "只有一个样本时，squeeze() 去掉了批次维"
# device = "any"
# raises = "ValueError"
# ///
import torch
from torch import nn

out, y = torch.ones(1, 1), torch.ones(1)
nn.BCEWithLogitsLoss()(out.squeeze(), y)
