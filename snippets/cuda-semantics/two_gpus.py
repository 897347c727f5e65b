# /// note
# title.en = "Selected: GPU 1. Where things happen: at the inputs"
# title.zh = "选中的是 GPU 1；运算发生在输入所在处"
# device = "cuda:2"
# ///
import torch

first = torch.ones(2, device="cuda:0")

with torch.cuda.device(1):
    new = torch.ones(2, device="cuda")
    computed = first + first
    current = torch.cuda.current_device()

[{"tensor": "new", "device": str(new.device)}, {"tensor": "computed", "device": str(computed.device)}]
assert current == 1 and new.get_device() == 1
assert computed.get_device() == 0
assert torch.cuda.current_device() == 0

try:
    first + new
    crossed = True
except RuntimeError as error:
    print(error)
    crossed = False
assert not crossed and new.copy_(first).get_device() == 1
