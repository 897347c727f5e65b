# /// note
# title.en = "What the deterministic mode changes"
# title.zh = "确定性模式改变了什么"
# device = "cpu"
# ///
import torch

torch.use_deterministic_algorithms(True)
assert torch.are_deterministic_algorithms_enabled()

# en: even uninitialised memory is the same each time: nan
# zh: 连未初始化的内存也每次相同：nan
torch.empty(3)
assert torch.empty(3).isnan().all()
assert torch.empty(3, dtype=torch.int64).tolist() == [2**63 - 1] * 3

# en: some operations have no deterministic form and say so
# zh: 有些运算没有确定性的实现，会直接报错
try:
    torch.zeros(2).put_(torch.tensor([0, 0]), torch.ones(2), accumulate=False)
    refused = False
except RuntimeError as error:
    refused = True
    print(error)
assert refused

torch.use_deterministic_algorithms(True, warn_only=True)
torch.use_deterministic_algorithms(False)
assert not torch.are_deterministic_algorithms_enabled()
