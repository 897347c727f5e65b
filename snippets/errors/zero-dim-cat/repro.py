# /// note
# title.en = "cat of two losses"
# title.zh = "用 cat 拼两个损失"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

losses = [torch.tensor(0.5), torch.tensor(0.7)]
torch.cat(losses)
