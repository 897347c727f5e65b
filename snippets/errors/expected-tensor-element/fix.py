# /// note
# title.en = "Converted, or made at once"
# title.zh = "逐个转换，或一步到位"
# device = "any"
# ///
import torch

results = [[0.1, 0.2], [0.3, 0.4]]
torch.cat([torch.tensor(result) for result in results])
torch.tensor(results)
assert torch.cat([torch.tensor(result) for result in results]).shape == (4,)
assert torch.tensor(results).shape == (2, 2)
