# /// note
# title.en = "The same product, timed in three ways"
# title.zh = "同一个矩阵乘法，三种计时"
# device = "cuda"
# ///
import time

import torch

x = torch.randn(4096, 4096, device="cuda")
for _ in range(3):
    x @ x;
torch.cuda.synchronize()

start = time.perf_counter()
for _ in range(20):
    x @ x;
rushed = time.perf_counter() - start
torch.cuda.synchronize()

start = time.perf_counter()
for _ in range(20):
    x @ x;
torch.cuda.synchronize()
honest = time.perf_counter() - start

begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
begin.record()
for _ in range(20):
    x @ x;
end.record()
end.synchronize()
by_events = begin.elapsed_time(end) / 1000

[{"clock": "no synchronize", "ms": round(rushed * 1000, 1)},
 {"clock": "synchronize", "ms": round(honest * 1000, 1)},
 {"clock": "events", "ms": round(by_events * 1000, 1)}]
assert rushed < honest / 2
assert 0.5 < by_events / honest < 2
