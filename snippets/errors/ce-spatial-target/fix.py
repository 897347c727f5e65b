# /// note
# title.en = "Pixels, colours, steps"
# title.zh = "像素、颜色、时间步"
# device = "any"
# ///
import torch
from torch.nn import functional as F

logits = torch.zeros(2, 3, 4, 4)
mask = torch.zeros(2, 1, 4, 4, dtype=torch.long)
F.cross_entropy(logits, mask.squeeze(1))
assert torch.isclose(F.cross_entropy(logits, mask.squeeze(1)), torch.tensor(3.0).log())

colours = torch.tensor([[0, 0, 0], [255, 0, 0], [0, 255, 0]])
picture = colours[torch.tensor([[0, 1], [2, 1]])]    # (H, W, 3)
ids = (picture[:, :, None] == colours).all(-1).int().argmax(-1)
assert ids.tolist() == [[0, 1], [2, 1]]

steps = torch.zeros(2, 5, 10)    # (N, T, C)
labels = torch.zeros(2, 5, dtype=torch.long)
assert F.cross_entropy(steps.transpose(1, 2), labels).shape == ()
