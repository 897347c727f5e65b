# /// note
# title.en = "A sigmoid of a sigmoid"
# title.zh = "sigmoid 套 sigmoid"
# device = "cpu"
# ///
import torch

logits = torch.tensor([-9.0, 0.0, 9.0])
torch.sigmoid(torch.sigmoid(logits))
assert torch.sigmoid(torch.sigmoid(logits)).min() > 0.5
