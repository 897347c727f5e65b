# /// note
# title.en = "A number that float32 can't hold"
# title.zh = "float32 装不下的一个整数"
# device = "any"
# ///
import torch

user_id = 16_777_217
torch.tensor([user_id]).item(), torch.Tensor([user_id]).item()
assert torch.tensor([user_id]).item() == user_id
assert torch.Tensor([user_id]).item() == user_id - 1

labels = [0, 2, 1]
scores = torch.zeros(3, 3)
torch.nn.functional.cross_entropy(scores, torch.tensor(labels))
try:
    torch.nn.functional.cross_entropy(scores, torch.Tensor(labels))
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused
