# /// note
# title.en = "A script without the guard"
# title.zh = "没有保护的脚本"
# device = "cpu"
# timeout = 40
# ///
import subprocess
import sys
from pathlib import Path

Path("train.py").write_text("""\
from torch.utils.data import DataLoader

loader = DataLoader(range(4), num_workers=1, multiprocessing_context="spawn")
for batch in loader:
    print(batch)
""");
ran = subprocess.run([sys.executable, "train.py"], capture_output=True, text=True)
lines = [line.strip() for line in ran.stderr.splitlines()]
start = lines.index("An attempt has been made to start a new process before the")
print("\n".join(lines[start - 1 : start + 2]))
assert ran.returncode == 1 and ran.stdout == ""
