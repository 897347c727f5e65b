# /// note
# title.en = "A new string at every step"
# title.zh = "每一步都是新字符串"
# device = "cpu"
# timeout = 30
# ///
import logging

import torch
import torch._dynamo

# en: print the heart of torch's log message, without the time and the place
# zh: 只打印 torch 日志里的要点，不带时间和位置
class FirstLines(logging.Handler):
    def emit(self, record):
        for line in record.getMessage().splitlines():
            if "recompile_limit (" in line or "last reason" in line:
                print(line.partition("#")[0].strip())

log = logging.getLogger("torch._dynamo.convert_frame")
log.addHandler(FirstLines())
log.propagate = False

versions = []

def count(graph, inputs):
    versions.append(graph)
    return graph.forward

@torch.compile(backend=count)
def f(x, name):
    return x + len(name)

for step in range(12):
    f(torch.ones(3), f"step{step}")
assert len(versions) == 8
