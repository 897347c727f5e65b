# /// note
# title.en = "Which layers listen to eval()"
# title.zh = "哪些层听 eval() 的"
# device = "any"
# ///
import torch
from torch import nn

x = torch.randn(3, 4, 2)
layers = {
    "Dropout": nn.Dropout(0.5),
    "BatchNorm1d": nn.BatchNorm1d(4),
    "RReLU": nn.RReLU(),
    "LSTM, dropout=0.9": nn.LSTM(2, 2, num_layers=2, dropout=0.9),
    "MultiheadAttention, dropout=0.5": nn.MultiheadAttention(2, 1, dropout=0.5),
    "LayerNorm": nn.LayerNorm(2),
    "Linear": nn.Linear(2, 2),
}

def run(layer):
    y = layer(x, x, x) if isinstance(layer, nn.MultiheadAttention) else layer(x)
    return y[0] if isinstance(y, tuple) else y

def same(layer):
    return torch.allclose(run(layer.train()), run(layer.eval()), atol=1e-4)

unmoved = [name for name, layer in layers.items() if same(layer)]
[{"layer": name, "listens to eval()": name not in unmoved} for name in layers]

assert unmoved == ["LayerNorm", "Linear"]
model = nn.Sequential(*layers.values())
assert model.eval() is model and not any(part.training for part in model.modules())
