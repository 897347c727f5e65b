# /// note
# title.en = "What counts as a parameter"
# title.zh = "什么才算参数"
# device = "any"
# ///
import torch
from torch import nn

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(2))
        self.b = nn.Parameter(torch.ones(2)).double()
        self.frozen = nn.Parameter(torch.ones(2), requires_grad=False)
        self.tied = self.a

model = Model()
[{"name": name, "requires_grad": p.requires_grad} for name, p in model.named_parameters()]

type(model.b).__name__, model.b.is_leaf
assert [name for name, _ in model.named_parameters()] == ["a", "frozen"]
assert len(list(model.named_parameters(remove_duplicate=False))) == 3
assert not isinstance(model.b, nn.Parameter) and not model.b.is_leaf

class TooEarly(nn.Module):
    def __init__(self):
        self.a = nn.Parameter(torch.ones(2))
        super().__init__()

def refusal(attempt):
    try:
        attempt()
        return "accepted"
    except (TypeError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"

too_early, plain = refusal(TooEarly), refusal(lambda: setattr(model, "a", torch.zeros(2)))
print(too_early, plain, sep="\n")
assert too_early == "AttributeError: cannot assign parameters before Module.__init__() call"
assert plain.startswith("TypeError: cannot assign 'torch.FloatTensor' as parameter 'a'")
