# /// note
# title.en = "Three libraries, three generators"
# title.zh = "三个库，三个随机数生成器"
# device = "cpu"
# ///
import random

import numpy as np
import torch

def draw(seed_all):
    torch.manual_seed(0)
    if seed_all:
        random.seed(0)
        np.random.seed(0)
    return torch.rand(1).item(), random.random(), np.random.rand()

only_torch = [draw(seed_all=False), draw(seed_all=False)]
everything = [draw(seed_all=True), draw(seed_all=True)]
libraries = "torch", "random", "numpy"
[{"library": name, "manual_seed(0) only": only_torch[0][i] == only_torch[1][i],
  "all three": everything[0][i] == everything[1][i]} for i, name in enumerate(libraries)]

assert only_torch[0][0] == only_torch[1][0]
assert only_torch[0][1:] != only_torch[1][1:]
assert everything[0] == everything[1]

# en: a generator of one's own is not affected by the global seed
# zh: 自己建的生成器不受全局种子影响
rng = np.random.default_rng(0)
first = rng.random()
np.random.seed(0);
assert rng.random() != first
