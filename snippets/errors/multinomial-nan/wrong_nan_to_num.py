# /// note
# title.en = "A uniform draw is what is left"
# title.zh = "剩下的只是均匀抽样"
# device = "cpu"
# ///
import torch

p = torch.softmax(torch.tensor([[float("nan"), 1.0, 9.0]]), dim=-1)
torch.nan_to_num(p, nan=1.0)
assert torch.nan_to_num(p, nan=1.0).tolist() == [[1, 1, 1]]
