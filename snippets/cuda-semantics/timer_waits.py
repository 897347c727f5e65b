# /// note
# title.en = "Which clock waits for the device"
# title.zh = "哪个时钟会等设备"
# device = "cpu"
# ///
import time
from unittest import mock

import torch
import torch.utils.benchmark as benchmark

# en: a pretended accelerator that counts how often somebody waits for it
# zh: 假装有一个加速器，数一数有谁等过它
with (mock.patch("torch.accelerator.is_available", lambda: True),
      mock.patch("torch.accelerator.synchronize") as synchronize):
    time.perf_counter()
    waited = {"time.perf_counter()": synchronize.call_count}
    benchmark.timer()
    waited["torch.utils.benchmark.timer()"] = synchronize.call_count

[{"clock": clock, "waits": count} for clock, count in waited.items()]
assert list(waited.values()) == [0, 1]

x = torch.ones(50, 50)
measurement = benchmark.Timer("x @ x", globals={"x": x}).timeit(20)
assert measurement.median > 0 and measurement.number_per_run == 20
