# /// note
# title.en = "The first sample in place of the batch"
# title.zh = "拿第一个样本当整批"
# device = "any"
# ///
import torch

loss = torch.tensor([0.1, 7.0, 9.0])
{"loss[0]": round(loss[0].item(), 3), "mean": round(loss.mean().item(), 3)}
assert loss[0] < loss.mean() / 10
