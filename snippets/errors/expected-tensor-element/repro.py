# /// note
# title.en = "Lists where tensors belong"
# title.zh = "该是张量的地方是列表"
# device = "any"
# raises = "TypeError"
# ///
import torch

results = [[0.1, 0.2], [0.3, 0.4]]
torch.cat(results)
