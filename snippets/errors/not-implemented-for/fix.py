# /// note
# title.en = "Softmax of floats"
# title.zh = "对浮点数做 softmax"
# device = "any"
# ///
import torch

scores = torch.tensor([1, 2, 3])
probabilities = torch.softmax(scores.float(), dim=0)
probabilities
assert torch.isclose(probabilities.sum(), torch.tensor(1.0))
