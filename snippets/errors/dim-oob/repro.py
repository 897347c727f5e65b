# /// note
# title.en = "squeeze() took the batch too"
# title.zh = "squeeze() 把批次维也去掉了"
# device = "any"
# raises = "IndexError"
# ///
import torch

logits = torch.ones(1, 3).squeeze()
logits.argmax(dim=1)
