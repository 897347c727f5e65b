# /// note
# title.en = "Computed once, outside the loop"
# title.zh = "在循环之外只算了一次"
# device = "any"
# raises = "RuntimeError"
# ///
import torch

w = torch.ones(2, requires_grad=True)
penalty = (w ** 2).sum()

for step in range(2):
    loss = 3 * penalty
    loss.backward()
    print("step", step, w.grad)
