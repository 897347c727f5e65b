# /// note
# title.en = "x.to() without assigning"
# title.zh = "x.to() 的结果没有赋值"
# device = "cpu"
# ///
import torch

x = torch.ones(1, 2)
x.to("meta");
x.device
assert x.device.type == "cpu"
