# /// note
# title.en = "One mistake, six wordings"
# title.zh = "同一个错误，六种措辞"
# device = "cpu"
# ///
import torch
from torch import nn

def error(call):
    try:
        call()
    except (RuntimeError, ValueError) as error:
        return str(error)

single, double = torch.ones(2, 2), torch.ones(2, 2, dtype=torch.float64)
said = {
    "single @ double": error(lambda: single @ double),
    "bmm": error(lambda: torch.bmm(single[None], double[None])),
    "matrix @ vector": error(lambda: single @ double[0]),
    "dot": error(lambda: torch.dot(single[0], double[0])),
    "LayerNorm": error(lambda: nn.LayerNorm(2)(double)),
    "integers into Linear": error(lambda: nn.Linear(2, 2)(single.long())),
}
[{"call": call, "error": message} for call, message in said.items()]
assert all(said.values())
