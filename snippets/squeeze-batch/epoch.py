# /// note
# title.en = "An epoch that ends in an error"
# title.zh = "走到最后一批才报错的 epoch"
# device = "any"
# raises = "IndexError"
# ///
import torch

samples = torch.rand(9, 3, 1, 1)

for batch in samples.split(4):
    logits = batch.squeeze()
    print(tuple(logits.shape))
    logits.argmax(dim=1)
