# /// note
# title.en = "Feeding a model a made-up input"
# title.zh = "给模型喂一个编造的输入"
# device = "cpu"
# ///
import torch
from torch import nn

def feed(model, input_size):
    # en: what torchsummary does: a batch of two, random, floating point
    # zh: torchsummary 就是这样做的：两个样本一批，随机，浮点
    made_up = torch.rand(2, *input_size)
    try:
        output = model(made_up)
    except RuntimeError as error:
        return f"{type(error).__name__}: {str(error)[:70]}…"
    return list(output.shape) if torch.is_tensor(output) else f"a {type(output).__name__}, no tensor"

models = {
    "Conv2d(3, 4, 3)": (nn.Conv2d(3, 4, 3), (3, 8, 8)),
    "Embedding(10, 3)": (nn.Embedding(10, 3), (5,)),
    "LSTM(4, 5)": (nn.LSTM(4, 5, batch_first=True), (7, 4)),
}
rows = [{"model": name, "outcome": str(feed(*case))} for name, case in models.items()]
rows
assert rows[0]["outcome"] == "[2, 4, 6, 6]"
assert rows[1]["outcome"].startswith("RuntimeError: Expected tensor for argument #1 'indices'")
assert "tuple" in rows[2]["outcome"]
