# /// note
# title.en = "z-score or min-max: the same after BatchNorm"
# title.zh = "z-score 还是 min-max：过了 BatchNorm 都一样"
# ///
import torch
import torch.nn as nn

raw = torch.rand(4096, 4) ** 2 * 50
z_score = (raw - raw.mean(0)) / raw.std(0)
min_max = (raw - raw.amin(0)) / (raw.amax(0) - raw.amin(0))

def through(x):
    bn = nn.BatchNorm1d(4, affine=False, eps=1e-12, momentum=None)
    for batch in x.split(64):
        trained = bn(batch)
    return trained, bn.eval()(x)

(z_train, z_eval), (m_train, m_eval) = through(z_score), through(min_max)
z_eval[:4]
m_eval[:4]

assert torch.allclose(z_train, m_train, atol=1e-4)
assert torch.allclose(z_eval, m_eval, atol=1e-4)

# en: behind a linear layer, one common shift and scale still cancels
# zh: 前面隔着线性层，统一的平移和缩放照样被抵消
linear = nn.Linear(4, 4)
assert torch.allclose(through(linear(raw))[1], through(linear(7 * raw + 3))[1], atol=1e-3)

# en: rescaling each batch by its own range is another matter: the same sample gets two values
# zh: 每个批次各按各的范围缩放就不同了：同一个样本会得到两个值
def by_own_range(batch):
    return (batch - batch.amin(0)) / (batch.amax(0) - batch.amin(0))

assert not torch.allclose(by_own_range(raw[:64])[0], by_own_range(raw[:8])[0])
