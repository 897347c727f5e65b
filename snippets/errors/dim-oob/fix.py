# /// note
# title.en = "Only the named dimension goes"
# title.zh = "只去掉指明的那一维"
# device = "any"
# ///
import torch

logits = torch.tensor([[[0.1, 0.7, 0.2]]]).squeeze(1)
logits.shape
logits.argmax(dim=1)
assert logits.shape == (1, 3)
assert logits.argmax(dim=1).tolist() == [1]

single = torch.tensor([0.1, 0.7, 0.2])
assert single.argmax(dim=-1) == 1
assert single.unsqueeze(0).argmax(dim=1).tolist() == [1]
