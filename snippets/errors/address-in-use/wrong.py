# /// note
# title.en = "Each process draws its own port"
# title.zh = "每个进程各抽各的端口"
# device = "cpu"
# ///
import random

ports = [random.Random(rank).randrange(20_000, 60_000) for rank in range(2)]
ports
assert ports[0] != ports[1]
