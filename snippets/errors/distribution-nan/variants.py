# /// note
# title.en = "Two more refusals"
# title.zh = "另外两种"
# device = "any"
# ///
import torch
from torch.distributions import Categorical, Normal

def error(call):
    try:
        call()
    except ValueError as error:
        return str(error).splitlines()[0]

said = [error(lambda: Normal(torch.zeros(1), torch.tensor([-1.0]))),
        error(lambda: Categorical(logits=torch.tensor([float("nan"), 1.0])))]
said
assert "GreaterThan(lower_bound=0.0)" in said[0]
assert said[1].startswith("Expected parameter logits")
