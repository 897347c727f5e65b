# /// note
# title.en = "A queue that somebody else works off"
# title.zh = "任务排队，由别人来做"
# device = "cpu"
# ///
import time
from concurrent.futures import ThreadPoolExecutor

def kernel():
    time.sleep(0.2)

# en: one worker stands in for the GPU: calls are queued, in order, and return at once
# zh: 用一个工作线程代替 GPU：调用只是按顺序排队，立刻返回
gpu = ThreadPoolExecutor(1)

start = time.perf_counter()
job = gpu.submit(kernel)
rushed = time.perf_counter() - start
job.result()
honest = time.perf_counter() - start

[{"clock stopped": "when the call returned", "seconds": round(rushed, 1)},
 {"clock stopped": "when the work was done", "seconds": round(honest, 1)}]
assert rushed < 0.1 and honest >= 0.2
