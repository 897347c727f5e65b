# /// note
# title.en = "What the gradient says, and what is so"
# title.zh = "梯度的说法与实际情况"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

index = torch.tensor([0, 0, 1])
src = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)

def written(values):
    return torch.zeros(2).scatter(0, index, values).sum()

# en: of the first two values only one survives; the gradient claims that both matter
# zh: 前两个值只有一个留了下来，梯度却说两个都有影响
claimed = torch.autograd.grad(written(src), src)[0]
actual = torch.stack([written(src + step) - written(src) for step in torch.eye(3)]).detach()
claimed, actual
assert claimed.tolist() == [1, 1, 1] and actual.sum() == 2

added = torch.zeros(2).scatter_add(0, index, src).sum()
assert added == 6 and torch.autograd.grad(added, src)[0].tolist() == [1, 1, 1]

torch.zeros(2).scatter(0, index, src, reduce="add").sum().backward()
