# /// note
# title.en = "Gradients through an LSTM in eval(), on a GPU"
# title.zh = "在 GPU 上对 eval() 的 LSTM 求梯度"
# device = "cuda"
# raises = "RuntimeError"
# ///
import torch
from torch import nn

lstm = nn.LSTM(2, 2).cuda().eval()
x = torch.ones(3, 1, 2, device="cuda", requires_grad=True)
lstm(x)[0].sum().backward()
