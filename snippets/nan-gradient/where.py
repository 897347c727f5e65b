# /// note
# title.en = "The value is masked, the gradient is not"
# title.zh = "值被遮住了，梯度没有"
# device = "any"
# ///
import torch

x = torch.tensor([0.0, 4.0], requires_grad=True)

y = torch.where(x > 0, x.sqrt(), torch.zeros(2))
y
masked_output, = torch.autograd.grad(y.sum(), x)
masked_output

# en: mask the input as well, with any value at which the slope is finite
# zh: 输入也要遮住，换成任意一个斜率有限的值
safe = torch.where(x > 0, x, torch.ones(2))
z = torch.where(x > 0, safe.sqrt(), torch.zeros(2))
masked_both, = torch.autograd.grad(z.sum(), x)
masked_both

assert y.tolist() == z.tolist() == [0.0, 2.0]
assert masked_output.isnan().tolist() == [True, False]
assert masked_both.tolist() == [0.0, 0.25]

cleaned, = torch.autograd.grad(torch.nan_to_num(torch.where(x > 0, x.sqrt(), torch.zeros(2))).sum(), x)
assert cleaned.isnan().tolist() == [True, False]
