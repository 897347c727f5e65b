# /// note
# title.en = "One spelling in the script, the other in the call"
# title.zh = "脚本里一种写法，传来的是另一种"
# device = "cpu"
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
    [sys.executable, "train.py", "--local-rank=0"], capture_output=True, text=True
)
print(ran.stderr)
assert ran.returncode == 2
assert "error: unrecognized arguments: --local-rank=0" in ran.stderr
