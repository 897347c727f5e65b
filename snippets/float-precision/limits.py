# /// note
# title.en = "How large, how fine, how exact"
# title.zh = "多大、多细、多准"
# device = "any"
# ///
import torch

rows = []
for dtype in (torch.float64, torch.float32, torch.bfloat16, torch.float16):
    info = torch.finfo(dtype)
    exact = 2 ** (1 - torch.tensor(info.eps).double().log2().int().item())
    rows.append({"dtype": str(dtype), "largest": f"{info.max:.3g}",
                 "smallest normal": f"{info.smallest_normal:.2g}", "eps": f"{info.eps:.2g}",
                 "whole numbers exact to": exact})
rows

assert rows[1]["whole numbers exact to"] == 2 ** 24
assert rows[2]["whole numbers exact to"] == 2 ** 8
assert torch.finfo(torch.float16).max == 65504
