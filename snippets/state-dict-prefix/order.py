# /// note
# title.en = "Move, then wrap; wrap, then move"
# title.zh = "先移动再包装，先包装再移动"
# device = "cpu"
# ///
import torch
import torch.nn as nn

def where(model):
    parameters = model.named_parameters()
    return [{"name": name, "device": str(p.device), "dtype": str(p.dtype)} for name, p in parameters]

# en: the "meta" device stands in for a GPU: moving works the same way
# zh: 用 "meta" 设备代替 GPU：移动的机制是一样的
moved_first = nn.DataParallel(nn.Linear(2, 2).to("meta", torch.float64))
wrapped_first = nn.DataParallel(nn.Linear(2, 2)).to("meta", torch.float64)

where(wrapped_first)
assert where(moved_first) == where(wrapped_first)
assert where(wrapped_first)[0] == {"name": "module.weight", "device": "meta", "dtype": "torch.float64"}
