# /// note
# title.en = "Whose label is it?"
# title.zh = "这是谁的标签？"
# device = "any"
# ///
import torch

images = torch.arange(4).repeat_interleave(2)
labels = torch.tensor([0, 1, 2, 0])
right, repeated = labels[images], labels.repeat(2)
[{"row of image": int(i), "its label": int(a), "label it gets": int(b)}
 for i, a, b in zip(images, right, repeated)]
assert (right != repeated).sum() == 6
