# /// note
# title.en = "Four layers in eval mode, on data from elsewhere"
# title.zh = "eval 模式下的四个层，遇到另一种数据"
# ///
import torch
import torch.nn as nn

batches, test = torch.randn(20, 64, 1), torch.randn(64, 1) + 10
layers = {
    "default": nn.BatchNorm1d(1),
    "momentum=1": nn.BatchNorm1d(1, momentum=1.0),
    "no tracking": nn.BatchNorm1d(1, track_running_stats=False),
    "switched off": nn.BatchNorm1d(1),
}
trained = {name: [bn(batch) for batch in batches][-1] for name, bn in layers.items()}
layers["switched off"].track_running_stats = False

def alone(bn):
    try:
        return "same" if torch.allclose(bn(test[:1]), bn(test)[:1]) else "differs"
    except ValueError as error:
        return f"ValueError: {error}"

mean = {name: bn.eval()(test).mean().item() for name, bn in layers.items()}
lone = {name: alone(bn) for name, bn in layers.items()}
[{"layer": name, "eval mean": round(mean[name], 2), "first sample alone": lone[name]} for name in layers]

assert all(torch.equal(out, trained["default"]) for out in trained.values())
assert lone["default"] == "same" and mean["default"] > 5
assert abs(mean["no tracking"]) < 1e-4 and layers["no tracking"].running_mean is None
assert lone["no tracking"].startswith("ValueError: Expected more than 1 value per channel when training")
assert torch.allclose(layers["momentum=1"].running_mean, batches[-1].mean(0)) and mean["momentum=1"] > 5
assert mean["switched off"] == mean["default"]

layers["switched off"].running_mean = layers["switched off"].running_var = None
assert abs(layers["switched off"](test).mean()) < 1e-4
