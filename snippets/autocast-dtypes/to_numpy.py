# /// note
# title.en = "bfloat16 and NumPy"
# title.zh = "bfloat16 与 NumPy"
# device = "cpu"
# ///
import torch

y = torch.tensor([1.0, 2.0], dtype=torch.bfloat16)
try:
    y.numpy()
    refused = False
except TypeError as error:
    refused = True
    print(error)
assert refused
assert y.float().numpy().tolist() == [1.0, 2.0]

# en: about three decimal digits, but the range of float32
# zh: 大约三位有效数字，但范围与 float32 相同
values = 1 / 3, 257.0, 1e38
[{"value": v, "bfloat16": torch.tensor(v, dtype=torch.bfloat16).item(),
  "float16": torch.tensor(v, dtype=torch.float16).item()} for v in values]
assert torch.tensor(257.0).bfloat16().item() == 256
assert torch.tensor(1e38).bfloat16().isfinite()
assert torch.tensor(1e38).half().isinf()
