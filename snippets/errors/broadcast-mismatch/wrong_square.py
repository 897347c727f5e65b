# /// note
# title.en = "A square matrix hides the wrong axis"
# title.zh = "方阵让错误的维蒙混过关"
# device = "any"
# ///
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
wrong = x - x.mean(dim=1)
right = x - x.mean(dim=1, keepdim=True)
{"without keepdim": wrong.tolist(), "with keepdim": right.tolist()}
assert wrong.mean(dim=1).tolist() == [-1, 1]
assert right.mean(dim=1).tolist() == [0, 0]
