# /// note
# title.en = "Writing into the array changes the parameter"
# title.zh = "往数组里写，参数也变了"
# device = "cpu"
# ///
import torch

w = torch.ones(2, requires_grad=True)
array = w.data.numpy()
array[:] = 7
w
assert w.tolist() == [7, 7]
