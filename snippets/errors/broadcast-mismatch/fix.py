# /// note
# title.en = "The axis is inserted where it belongs"
# title.zh = "把维补在正确的位置"
# device = "any"
# ///
import torch

scores = torch.zeros(2, 3)
bias = torch.tensor([10.0, 20.0])
moved = scores + bias.unsqueeze(1)    # (2, 3) + (2, 1)
moved
assert moved.tolist() == [[10, 10, 10], [20, 20, 20]]
