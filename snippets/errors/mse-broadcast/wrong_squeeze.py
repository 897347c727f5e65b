# /// note
# title.en = "squeeze() and a batch of one"
# title.zh = "squeeze() 碰上单个样本"
# device = "any"
# ///
import torch

prediction = torch.ones(1, 1)
[tuple(prediction.squeeze().shape), tuple(prediction.squeeze(1).shape)]
assert prediction.squeeze().shape == ()
assert prediction.squeeze(1).shape == (1,)
