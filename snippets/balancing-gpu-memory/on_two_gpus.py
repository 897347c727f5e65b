# /// note
# title.en = "Peak memory of two GPUs"
# title.zh = "两块 GPU 的显存峰值"
# device = "cuda:2"
# ///
import torch
import torch.nn as nn
import torch.nn.functional as F

class WithLoss(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x, y):
        return F.cross_entropy(self.net(x), y).unsqueeze(0)

def peaks(step):
    for device in range(2):
        torch.cuda.reset_peak_memory_stats(device)
    step()
    return [torch.cuda.max_memory_allocated(device) >> 20 for device in range(2)]

net = nn.Sequential(nn.Linear(256, 512), nn.ReLU(), nn.Linear(512, 50_000)).to("cuda:0")
x, y = torch.randn(1024, 256, device="cuda:0"), torch.randint(50_000, (1024,), device="cuda:0")
outside, inside = nn.DataParallel(net, [0, 1]), nn.DataParallel(WithLoss(net), [0, 1])

def loss_outside():
    F.cross_entropy(outside(x), y).backward()

def loss_inside():
    inside(x, y).mean().backward()

rows = {"outside": peaks(loss_outside), "inside": peaks(loss_inside)}
[{"loss": where, "GPU 0, MB": first, "GPU 1, MB": second} for where, (first, second) in rows.items()]
assert rows["inside"][0] < rows["outside"][0]
