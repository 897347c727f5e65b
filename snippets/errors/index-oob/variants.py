# /// note
# title.en = "The same mistake, four messages and a silence"
# title.zh = "同一个错误，四种报错，一处沉默"
# device = "cpu"
# ///
import torch
from torch import nn

x, three = torch.arange(3.0), torch.tensor([3])
calls = {
    "x[tensor]": lambda: x[three],
    "gather": lambda: x.gather(0, three),
    "index_select": lambda: x.index_select(0, three),
    "Embedding": lambda: nn.Embedding(3, 2)(three),
    "x[3:]": lambda: x[3:],
}

def outcome(call):
    try:
        return f"no error, shape {tuple(call().shape)}"
    except (IndexError, RuntimeError) as error:
        return f"{type(error).__name__}: {error}"

outcomes = {name: outcome(call) for name, call in calls.items()}
[{"call": name, "outcome": text} for name, text in outcomes.items()]
assert [name for name, text in outcomes.items() if text.startswith("no error")] == ["x[3:]"]
