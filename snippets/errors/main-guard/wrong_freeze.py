# /// note
# title.en = "freeze_support() changes nothing"
# title.zh = "freeze_support() 没有用"
# device = "cpu"
# timeout = 40
# ///
import subprocess
import sys
from pathlib import Path

Path("train.py").write_text("""\
from multiprocessing import freeze_support
from torch.utils.data import DataLoader

freeze_support()
for batch in DataLoader(range(4), num_workers=1, multiprocessing_context="spawn"):
    print(batch)
""");
ran = subprocess.run([sys.executable, "train.py"], capture_output=True, text=True)
"An attempt has been made to start a new process" in ran.stderr
assert ran.returncode == 1
assert "An attempt has been made to start a new process" in ran.stderr
