# /// note
# title.en = "Forward and backward over two shards, with the sums exchanged"
# title.zh = "两份数据各算各的，只交换几个和"
# device = "cpu"
# ///
import torch
import torch.nn.functional as F

torch.manual_seed(0)
N = 12
x = torch.randn(N, 3, dtype=torch.double, requires_grad=True)
grad_out = torch.randn(N, 3, dtype=torch.double)
y = F.batch_norm(x, None, None, training=True)
grad_in, = torch.autograd.grad(y, x, grad_out)

def synchronised(sizes):
    xs, gs = x.detach().split(sizes), grad_out.split(sizes)
    # en: exchanged in forward: count, sum, sum of squares
    # zh: 前向时交换：个数、和、平方和
    mean = sum(part.sum(0) for part in xs) / N
    variance = sum(((part - mean) ** 2).sum(0) for part in xs) / N
    invstd = (variance + 1e-5).rsqrt()
    hats = [(part - mean) * invstd for part in xs]
    # en: exchanged in backward: two more sums
    # zh: 反向时再交换两个和
    sum_g = sum(g.sum(0) for g in gs)
    sum_gx = sum((g * hat).sum(0) for g, hat in zip(gs, hats))
    dx = [invstd * (g - sum_g / N - hat * sum_gx / N) for g, hat in zip(gs, hats)]
    return torch.cat(hats), torch.cat(dx)

def agrees(sizes):
    out, dx = synchronised(sizes)
    return torch.allclose(out, y) and torch.allclose(dx, grad_in)

splits = [[6, 6], [4, 8], [2, 10], [1, 11], [3, 3, 3, 3]]
[{"samples per device": str(sizes), "same output and gradient": agrees(sizes)} for sizes in splits]
assert all(agrees(sizes) for sizes in splits)
