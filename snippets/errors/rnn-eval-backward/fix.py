# /// note
# title.en = "Only the RNN in train(), without its dropout"
# title.zh = "只有 RNN 设回 train()，并关掉它的 dropout"
# device = "any"
# ///
import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"
lstm = nn.LSTM(2, 4, num_layers=2, dropout=0.5).to(device)
net = nn.ModuleDict({"lstm": lstm, "drop": nn.Dropout(0.5)}).eval()
x = torch.ones(3, 1, 2, device=device, requires_grad=True)

expected = lstm(x)[0].detach()
lstm.train();
lstm.dropout = 0.0
out = net["drop"](lstm(x)[0])
out.sum().backward()

assert torch.allclose(out, expected, atol=1e-3) and x.grad is not None
