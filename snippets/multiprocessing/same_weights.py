# /// note
# title.en = "Three processes train the same weights"
# title.zh = "三个进程训练同一份权重"
# device = "cpu"
# ///
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F

torch.set_num_threads(1)
torch.manual_seed(0)
truth = torch.randn(4, 1)
x = torch.randn(256, 4)
y = x @ truth

model = nn.Linear(4, 1, bias=False)
model.share_memory()
assert all(p.is_shared() for p in model.parameters())

def train(rank):
    torch.set_num_threads(1)
    part = slice(rank, None, 3)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for _ in range(100):
        error = x[part] @ model.weight.detach().T - y[part]
        model.weight.grad = (error.T @ x[part]) * 2 / len(error)
        optimizer.step()

before = F.mse_loss(x @ model.weight.detach().T, y).item()
children = [mp.get_context("fork").Process(target=train, args=(rank,)) for rank in range(3)]
for child in children:
    child.start()
for child in children:
    child.join()
after = F.mse_loss(x @ model.weight.detach().T, y).item()

[{"loss": "before", "small": before < 1e-3}, {"loss": "after, in the parent", "small": after < 1e-3}]
assert before > 0.1 and after < 1e-3
assert [child.exitcode for child in children] == [0, 0, 0]
