# /// note
# title.en = "The right shape, the wrong places"
# title.zh = "形状对了，位置错了"
# device = "cpu"
# ///
import torch

# en: feature 0 is 0, 1, 2 over time, feature 1 is 10, 11, 12
# zh: 特征 0 随时间是 0、1、2，特征 1 是 10、11、12
x = torch.tensor([[[0, 1, 2], [10, 11, 12]]])
x.transpose(1, 2)
x.reshape(1, 3, 2)
assert x.transpose(1, 2)[0, 0].tolist() == [0, 10]
assert x.reshape(1, 3, 2)[0, 0].tolist() == [0, 1]
