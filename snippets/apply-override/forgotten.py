# /// note
# title.en = "Two lines that are easily forgotten"
# title.zh = "最容易漏掉的两行"
# device = "cpu"
# ///
import torch
from torch import nn

class NoReturn(nn.Linear):
    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)

class NoSuper(nn.Linear):
    def _apply(self, fn, recurse=True):
        return self

converted = NoReturn(2, 2).double()
print(converted)
assert converted is None

# en: as a child nobody looks at the return value, so the mistake stays hidden
# zh: 作为子模块时没有人看返回值，错误就藏住了
assert nn.Sequential(NoReturn(2, 2)).double()[0].weight.dtype == torch.float64

NoSuper(2, 2).double().weight.dtype
assert NoSuper(2, 2).double().weight.dtype == torch.float32
