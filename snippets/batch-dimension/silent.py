# /// note
# title.en = "One image in, three answers out"
# title.zh = "进去一张图，出来三个答案"
# device = "any"
# ///
import torch
from torch import nn

torch.manual_seed(0);
net = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.AdaptiveAvgPool2d(8), nn.Flatten(), nn.LazyLinear(2))
image = torch.rand(3, 32, 32)

net(image[None])
assert net(image[None]).shape == (1, 2)

try:
    net(image)
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused == "mat1 and mat2 shapes cannot be multiplied (64x64 and 4096x2)"

# en: where the numbers happen to fit, nobody complains
# zh: 尺寸碰巧对得上，就没有人报错
small = nn.Sequential(nn.Flatten(), nn.LazyLinear(2))
small(torch.rand(5, 1, 32, 32))
answers = small(image)
answers
assert answers.shape == (3, 2)
