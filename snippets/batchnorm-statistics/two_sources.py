# /// note
# title.en = "Give the layer absurd running statistics"
# title.zh = "给它一组荒唐的历史统计量"
# ///
import torch
import torch.nn as nn

bn = nn.BatchNorm1d(3, affine=False)
bn.running_mean[:] = 100.0
bn.running_var[:] = 4.0

x = torch.randn(16, 3)
by_batch = (x - x.mean(0)) / (x.var(0, unbiased=False) + bn.eps).sqrt()
by_history = (x - bn.running_mean) / (bn.running_var + bn.eps).sqrt()

in_eval = bn.eval()(x)
in_eval[:3]
in_train = bn.train()(x)
in_train[:3]

assert torch.allclose(in_train, by_batch, atol=1e-5)
assert torch.allclose(in_eval, by_history, atol=1e-5)

# en: meanwhile the pass in train mode has pulled the running statistics a tenth of the way towards this batch
# zh: 而训练模式的这一次前向，已经把历史统计量向这个批次拉近了十分之一
bn.running_mean
assert torch.allclose(bn.running_mean, 0.9 * 100 + 0.1 * x.mean(0))
assert torch.allclose(bn.running_var, 0.9 * 4 + 0.1 * x.var(0, unbiased=True))
assert not torch.allclose(bn.running_var, 0.9 * 4 + 0.1 * x.var(0, unbiased=False))
