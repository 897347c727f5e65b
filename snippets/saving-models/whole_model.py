# /// note
# title.en = "A whole model, loaded in four ways"
# title.zh = "整个模型，四种加载方式"
# device = "cpu"
# ///
import torch
import torch.nn as nn
from torch.serialization import get_unsafe_globals_in_checkpoint, safe_globals

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1)

torch.save(nn.Sequential(nn.Linear(2, 1)), "model.pt")
torch.save(Net(), "net.pt")

def outcome(path, **options):
    try:
        return type(torch.load(path, **options)).__name__
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0][:54]}"

by_default = outcome("model.pt")
trusted = outcome("model.pt", weights_only=False)

needed = sorted(get_unsafe_globals_in_checkpoint("model.pt"))
with safe_globals([nn.Sequential, nn.Linear]):
    allowed = outcome("model.pt")

# en: in another program the class is somewhere else, or gone
# zh: 换一个程序，这个类可能在别处，也可能没有了
del Net
elsewhere = outcome("net.pt", weights_only=False)

needed
[{"load": "default", "outcome": by_default},
 {"load": "weights_only=False", "outcome": trusted},
 {"load": "safe_globals([…])", "outcome": allowed},
 {"load": "weights_only=False, class gone", "outcome": elsewhere}]

assert by_default.startswith("UnpicklingError: Weights only load failed")
assert trusted == allowed == "Sequential" and len(needed) == 2
assert elsewhere.startswith("AttributeError: Can't get attribute 'Net'")
