# /// note
# title.en = "Started with torchrun"
# title.zh = "用 torchrun 启动"
# device = "cpu"
# timeout = 60
# loopback = true
# ///
import subprocess
import sys
from pathlib import Path

Path("train.py").write_text("""\
import os
from pathlib import Path

names = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR")
found = ", ".join(f"{name}={os.environ[name]}" for name in names)
Path(f"rank{os.environ['RANK']}.txt").write_text(found)
""");
subprocess.run(
    [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node=2", "train.py"],
    capture_output=True,
);

said = [Path(f"rank{rank}.txt").read_text() for rank in range(2)]
print(*said, sep="\n")
assert said[1].startswith("RANK=1, LOCAL_RANK=1, WORLD_SIZE=2")
