# /// note
# title.en = "The other samples get no gradient"
# title.zh = "其余样本没有梯度"
# device = "any"
# ///
import torch

outputs = torch.ones(4, requires_grad=True)
loss = (outputs + 1) ** 2
loss[0].backward()
outputs.grad
assert outputs.grad.tolist() == [4, 0, 0, 0]
