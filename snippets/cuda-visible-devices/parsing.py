# /// note
# title.en = "Which physical GPU becomes which cuda:k"
# title.zh = "哪块物理 GPU 变成哪个 cuda:k"
# device = "cpu"
# ///
import os

import torch

def visible(value):
    os.environ["CUDA_VISIBLE_DEVICES"] = value
    # en: torch's own reading of the variable (a private function, which may move)
    # zh: torch 自己对这个变量的解析（私有函数，以后可能变动）
    return torch.cuda._parse_visible_devices()

values = ["0", "2,3", "3,2", "0,1,-1,2", "0,0", "", "-1"]
table = {value: visible(value) for value in values}
[{"CUDA_VISIBLE_DEVICES": value or "(empty)", "cuda:0 is": str(ids[0]) if ids else "–",
  "cuda:1 is": str(ids[1]) if len(ids) > 1 else "–"} for value, ids in table.items()]

assert table["2,3"] == [2, 3] and table["3,2"] == [3, 2]
assert table[""] == table["-1"] == []
assert table["0,1,-1,2"] == [0, 1]
