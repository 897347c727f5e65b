# /// note
# title.en = "Zero an intermediate result behind autograd's back"
# title.zh = "背着 autograd 把中间结果清零"
# device = "any"
# ///
import torch

def gradient_after(edit):
    x = torch.tensor([0.0, 1.0], requires_grad=True)
    y = torch.exp(x)
    edit(y)
    y.sum().backward()
    return x.grad

# en: the derivative of exp is exp: 1 and 2.7183
# zh: exp 的导数就是 exp：1 和 2.7183
gradient_after(lambda y: None)

gradient_after(lambda y: y.data.zero_())

try:
    gradient_after(lambda y: y.detach().zero_())
    noticed = False
except RuntimeError as error:
    noticed = "modified by an inplace operation" in str(error)
    print(error)

assert gradient_after(lambda y: None).tolist() != [0.0, 0.0]
assert gradient_after(lambda y: y.data.zero_()).tolist() == [0.0, 0.0]
assert noticed
