# /// note
# title.en = "Perfect outputs, and a large loss"
# title.zh = "输出全对，损失却很大"
# device = "any"
# ///
import torch
from torch.nn import functional as F

y = torch.tensor([0.0, 1.0, 1.0, 0.0])
out = (20 * y - 10).unsqueeze(1)
right = F.binary_cross_entropy_with_logits(out.squeeze(1), y)
wrong = F.binary_cross_entropy_with_logits(out.expand(4, 4), y.expand(4, 4))
{"squeeze(1)": round(right.item(), 4), "expanded": round(wrong.item(), 4)}
assert right < 0.001 and wrong > 1
