# /// note
# title.en = "The peak on a GPU"
# title.zh = "GPU 上的峰值"
# device = "cuda"
# ///
import torch
import torch.nn as nn

model = nn.Sequential(*[nn.Sequential(nn.Linear(1024, 1024), nn.ReLU()) for _ in range(16)]).cuda()
x = torch.ones(4096, 1024, device="cuda")
model(x)[0, 0].item()

def peak(grad):
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    with torch.set_grad_enabled(grad):
        model(x)
    return torch.cuda.max_memory_allocated() - before

[{"mode": "grad", "peak, MB": peak(True) >> 20}, {"mode": "no_grad", "peak, MB": peak(False) >> 20}]
assert peak(True) > 3 * peak(False)
