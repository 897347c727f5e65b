# /// note
# title.en = "Which dtype each operation returns"
# title.zh = "每个运算返回什么 dtype"
# device = "cpu"
# ///
import torch
from torch import nn
from torch.nn import functional as F

x, w = torch.ones(2, 2), torch.ones(2, 2)
linear, conv = nn.Linear(2, 2), nn.Conv1d(2, 2, 1)

with torch.autocast("cpu"):
    y = linear(x)
    results = {
        "nn.Linear": y,
        "x @ w": x @ w,
        "nn.Conv1d": conv(torch.ones(1, 2, 2)),
        "x + w": x + w,
        "y + y": y + y,
        "y + x": y + x,
        "y.softmax(1)": y.softmax(1),
        "F.mse_loss(y, x)": F.mse_loss(y, x),
        "F.cross_entropy(y, …)": F.cross_entropy(y, torch.tensor([0, 1])),
    }
[{"operation": name, "dtype": result.dtype} for name, result in results.items()]

bfloat16 = [name for name, result in results.items() if result.dtype == torch.bfloat16]
assert bfloat16[:3] == ["nn.Linear", "x @ w", "nn.Conv1d"] and "y.softmax(1)" in bfloat16
assert results["F.mse_loss(y, x)"].dtype == torch.float32
assert results["x + w"].dtype == torch.float32

# en: the weights stay as they are, and so do their gradients
# zh: 权重本身不变，梯度也是
results["F.mse_loss(y, x)"].backward()
assert linear.weight.dtype == linear.weight.grad.dtype == torch.float32
