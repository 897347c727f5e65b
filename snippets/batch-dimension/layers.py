# /// note
# title.en = "One image without a batch, through ten layers"
# title.zh = "没有批次维度的一张图，过十种层"
# device = "cpu"
# ///
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
image = torch.rand(3, 8, 8)

def shape(layer, x):
    try:
        return str(tuple(layer(x).shape))
    except (ValueError, RuntimeError, NotImplementedError) as error:
        return f"{type(error).__name__}: {error}"

rows = {type(layer).__name__: (shape(layer, image), shape(layer, image[None])) for layer in (
    nn.Conv2d(3, 4, 3), nn.ConvTranspose2d(3, 4, 2), nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1), nn.ReLU(),
    nn.BatchNorm2d(3), nn.GroupNorm(3, 3), nn.Upsample(scale_factor=2, mode="bilinear"),
    nn.Dropout2d(), nn.Flatten())}
[{"layer": name, "(3, 8, 8)": alone, "(1, 3, 8, 8)": batch} for name, (alone, batch) in rows.items()]

assert rows["Conv2d"] == ("(4, 6, 6)", "(1, 4, 6, 6)")
assert rows["MaxPool2d"] == ("(3, 4, 4)", "(1, 3, 4, 4)")
assert rows["BatchNorm2d"][0] == "ValueError: expected 4D input (got 3D input)"
assert rows["Upsample"][0] == "NotImplementedError: Got 3D input, but bilinear mode needs 4D input"

# en: no error, but the three channels have become a batch of three
# zh: 没有报错，但三个通道变成了批次里的三个样本
assert rows["Flatten"] == ("(3, 64)", "(1, 192)")

grey = shape(nn.Conv2d(3, 4, 3), torch.rand(8, 8))
print(grey)
assert grey.endswith("Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: [8, 8]")
