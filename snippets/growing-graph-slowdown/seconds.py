# /// note
# title.en = "The time of a step"
# title.zh = "每一步的时间"
# device = "cpu"
# ///
import time

import torch

torch.set_num_threads(1)
weight = torch.full((64, 64), 0.01, requires_grad=True)

def slowdown(carry_over, empty_cache=False):
    hidden, times = torch.zeros(1, 64), []
    for _ in range(200):
        start = time.perf_counter()
        hidden = torch.tanh(carry_over(hidden) @ weight + 1)
        hidden.sum().backward(retain_graph=True)
        if empty_cache:
            torch.cuda.empty_cache()
        times.append(time.perf_counter() - start)
    return min(times[-20:]) / min(times[20:40])

ratios = {
    "hidden": slowdown(lambda hidden: hidden),
    "hidden, empty_cache() each step": slowdown(lambda hidden: hidden, empty_cache=True),
    "hidden.detach()": slowdown(torch.detach),
}
[{"carried over": name, "late steps much slower": ratio > 2} for name, ratio in ratios.items()]

assert ratios["hidden"] > 2 and ratios["hidden, empty_cache() each step"] > 2
assert ratios["hidden.detach()"] < 2
