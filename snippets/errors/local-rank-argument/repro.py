# /// note
# title.en = "One spelling in the script, the other from the launcher"
# title.zh = "脚本里一种写法，启动器传来另一种"
# device = "cpu"
# timeout = 60
# loopback = true
# ///
import subprocess
import sys
from pathlib import Path

Path("train.py").write_text("""\
import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
parser.parse_args()
""");
ran = subprocess.run(
    [sys.executable, "-m", "torch.distributed.launch", "--master-port=29517", "train.py"],
    capture_output=True, text=True,
)
said = [line for line in ran.stderr.splitlines() if line.startswith("train.py: error")]
print(*said)
assert said == ["train.py: error: unrecognized arguments: --local-rank=0"]
