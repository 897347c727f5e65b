# /// note
# title.en = "A buffer, and what an override is still for"
# title.zh = "用缓冲区，以及重写还剩下什么用处"
# device = "cpu"
# ///
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("grid", torch.ones(2), persistent=False)
        self.levels = [torch.ones(1), torch.ones(2)]

    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)
        self.levels = [fn(level) for level in self.levels]
        return self

model = Model()
before = model.levels[0]
model.to_empty(device="meta").half();
model.grid.device, model.grid.dtype
assert model.grid.is_meta and model.grid.dtype == torch.float16
assert all(level.is_meta and level.dtype == torch.float16 for level in model.levels)

# en: neither is saved; who kept a reference keeps the old tensor
# zh: 两者都不会被保存；之前留下的引用，指的仍是旧张量
assert list(model.state_dict()) == []
assert before is not model.levels[0] and before.dtype == torch.float32
