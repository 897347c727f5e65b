# /// note
# title.en = "Inside the loop, and the state detached"
# title.zh = "放进循环里，状态用 detach 断开"
# device = "cpu"
# ///
import torch
from torch import nn

w = torch.ones(2, requires_grad=True)
for step in range(2):
    h = (w ** 2).sum()
    loss = 3 * h
    loss.backward()
w.grad

cell, state = nn.RNNCell(4, 4), torch.zeros(1, 4)
for step in range(3):
    state = cell(torch.ones(1, 4), state.detach())
    state.sum().backward()
assert w.grad.tolist() == [12, 12] and cell.weight_hh.grad is not None
