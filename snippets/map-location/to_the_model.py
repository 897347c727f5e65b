# /// note
# title.en = "Copied into the model as it is"
# title.zh = "按模型现在的样子复制进去"
# device = "cpu"
# ///
import torch
import torch.nn as nn

torch.save(nn.Linear(2, 2).state_dict(), "checkpoint.pth")
state = torch.load("checkpoint.pth", map_location=torch.device("cpu"), mmap=True)

# en: another dtype stands in for another device: the copy is the same copy_()
# zh: 用另一种 dtype 代替另一个设备：背后都是同一个 copy_()
model = nn.Linear(2, 2).double()
address = model.weight.data_ptr()
model.load_state_dict(state);

model.weight
state["weight"]
assert model.weight.data_ptr() == address and model.weight.dtype == torch.float64
assert torch.equal(model.weight.float(), state["weight"])
