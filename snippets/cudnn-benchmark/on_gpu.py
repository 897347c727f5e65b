# /// note
# title.en = "Fixed and varying shapes, timed on a GPU"
# title.zh = "固定形状与变化形状，在 GPU 上计时"
# device = "cuda"
# ///
import time

import torch
import torch.nn as nn

net = nn.Sequential(*[nn.Conv2d(64, 64, 3, padding=1) for _ in range(4)]).cuda()

def seconds(sizes, benchmark):
    torch.backends.cudnn.benchmark = benchmark
    with torch.no_grad():
        net(torch.ones(8, 64, 32, 32, device="cuda"))
        torch.cuda.synchronize()
        start = time.perf_counter()
        for size in sizes:
            net(torch.ones(8, 64, size, size, device="cuda"))
        torch.cuda.synchronize()
    return time.perf_counter() - start

first = seconds([96], True)
again = seconds([96], True)
rows = []
for name, sizes in (("one shape", [96] * 30), ("a new shape each time", range(64, 94))):
    off, on = seconds(sizes, False), seconds(sizes, True)
    rows.append({"shapes": name, "False, ms": round(off * 1000), "True, ms": round(on * 1000)})
rows
assert first > again
