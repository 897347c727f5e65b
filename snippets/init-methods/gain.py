# /// note
# title.en = "The gain of each nonlinearity"
# title.zh = "各种非线性的 gain"
# device = "any"
# ///
import math

from torch import nn

known = "linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"
[{"nonlinearity": name, "gain": nn.init.calculate_gain(name)} for name in known]
assert nn.init.calculate_gain("relu") == math.sqrt(2)
assert nn.init.calculate_gain("tanh") == 5 / 3
assert nn.init.calculate_gain("leaky_relu", 0.2) == math.sqrt(2 / (1 + 0.2 ** 2))
assert nn.init.calculate_gain("leaky_relu") == math.sqrt(2 / (1 + 0.01 ** 2))

try:
    nn.init.calculate_gain("gelu")
    refused = False
except ValueError as error:
    refused = True
    print(error)
assert refused
