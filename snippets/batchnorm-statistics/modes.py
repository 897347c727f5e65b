# /// note
# title.en = "Which layers have two modes?"
# title.zh = "哪些层有两种模式？"
# ///
import torch
import torch.nn as nn

x = torch.randn(4, 4, 3, 3)
layers = {
    "BatchNorm2d": nn.BatchNorm2d(4),
    "InstanceNorm2d": nn.InstanceNorm2d(4),
    "InstanceNorm2d, tracking": nn.InstanceNorm2d(4, track_running_stats=True),
    "LayerNorm": nn.LayerNorm([4, 3, 3]),
    "GroupNorm": nn.GroupNorm(2, 4),
    "Dropout": nn.Dropout(),
    "Dropout2d": nn.Dropout2d(),
    "AlphaDropout": nn.AlphaDropout(),
    "RReLU": nn.RReLU(),
    "ReLU": nn.ReLU(),
}
differs = {name: not torch.allclose(layer.train()(x), layer.eval()(x)) for name, layer in layers.items()}
[{"layer": name, "eval differs from train": answer} for name, answer in differs.items()]

assert differs["BatchNorm2d"] and differs["Dropout"]
assert differs["InstanceNorm2d, tracking"] and differs["AlphaDropout"] and differs["RReLU"]
assert not any(differs[name] for name in ("InstanceNorm2d", "LayerNorm", "GroupNorm", "ReLU"))
