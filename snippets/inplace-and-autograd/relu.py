# /// note
# title.en = "ReLU(inplace=True), after this and after that"
# title.zh = "ReLU(inplace=True) 放在不同的层后面"
# device = "any"
# ///
import torch
from torch import nn

torch.manual_seed(0);
relu = nn.ReLU(inplace=True)

def works(before):
    x = torch.randn(4, 3, 8, 8, requires_grad=True)
    try:
        relu(before(x)).sum().backward()
        return True
    except RuntimeError:
        return False

layers = {
    "Conv2d": nn.Conv2d(3, 3, 3), "Linear": nn.Linear(8, 8), "BatchNorm2d": nn.BatchNorm2d(3),
    "MaxPool2d": nn.MaxPool2d(2), "Dropout": nn.Dropout(), "Sigmoid": nn.Sigmoid(), "Tanh": nn.Tanh(),
    "Softmax": nn.Softmax(dim=1), "ReLU": nn.ReLU(), "the input itself": nn.Identity(),
}
report = {name: works(layer) for name, layer in layers.items()}
[{"before ReLU(inplace=True)": name, "backward works": fine} for name, fine in report.items()]

assert all(report[name] for name in ("Conv2d", "Linear", "BatchNorm2d", "MaxPool2d", "Dropout"))
assert not any(report[name] for name in ("Sigmoid", "Tanh", "Softmax", "ReLU", "the input itself"))
